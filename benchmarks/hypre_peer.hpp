// The library that the pressure solve is compared with: hypre's conjugate gradient with its multigrid PFMG.
#pragma once

#include <optional>
#include <span>

namespace lamella {

struct PeerSolve {
    double seconds;  // of setting up and solving, without filling in the matrix
    int iterations;
};

// Solves the Poisson problem of n^3 liquid cells between walls with air above, b with x running fastest, until the
// residual is 1e-6 of b; on one thread. Nothing where hypre was not there when this was built.
std::optional<PeerSolve> hypre_solve(int n, std::span<const double> b);

}  // namespace lamella
