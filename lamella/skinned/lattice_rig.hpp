// The rig of a lattice around a skin: its nodes follow the skin's joints and morph targets.
//
// Near the skin a node has the weights and shifts of the closest point of the skin. Elsewhere each of them solves
// Laplace's equation on the graph of the lattice's edges,
//     sum over edges (i, j) of (w_i - w_j) = 0,
// with no condition on the border: weights, not displacements, since blended joints turn cells and straight lines
// between displacements crush them (Lee et al. 2019 carry the inner nodes by a transfer of anatomy instead and the
// outer ones by springs). The largest kKept weights of a node are kept and made to add up to 1.
//
// What plays clips of the skin's rig plays those of the lattice's (geometry/rig/rig_motion.hpp): both bend alike, at
// the same moments.
#pragma once

#include <lamella/geometry/rig/rig.hpp>
#include <lamella/skinned/skinned_tets.hpp>

namespace lamella {

inline constexpr std::size_t kKeptWeights = 6;

// The lattice stands around the rig's mesh as it was bound.
Rig lattice_rig(const Rig& rig, const SkinnedTets& mesh);

// Values at the skin's vertices, carried to the lattice's nodes from the closest point of the skin.
std::vector<Real> lattice_values(const TriangleMesh& skin, const SkinnedTets& mesh,
                                 std::span<const Real> vertex_values);

}  // namespace lamella
