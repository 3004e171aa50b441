#include "hypre_peer.hpp"

namespace lamella {

std::optional<PeerSolve> hypre_solve(int, std::span<const double>) { return {}; }

}  // namespace lamella
