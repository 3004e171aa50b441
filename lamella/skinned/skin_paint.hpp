// What is painted on a skin, at the nodes around it: each node has the number of the closest point of the skin at rest.
// Lee et al. 2019 (section 3.4) hand it on from rank to rank of cells instead, which ends at about the same point.
#pragma once

#include <lamella/matter/body_skin.hpp>
#include <lamella/skinned/skinned_tets.hpp>

namespace lamella {

// At the finest nodes within `reach` of the skin; elsewhere 0.
std::vector<Real> painted_nodes(const SkinnedTets& mesh, const TriangleMesh& skin, const SkinNumber& number,
                                Real reach);

}  // namespace lamella
