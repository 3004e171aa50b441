// Edges that the motion has drawn out get a vertex in their middle, the longest first (Yu 2011, section 5.4).
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <span>

namespace lamella {

// Splits the candidates, and what splitting makes, until none of them is longer than `longest` metres; gives how many
// splits there were. A new vertex has the mean of the two ends in all that they carry; the mean of a whole ring, as
// published, blurs more.
Index split_long_edges(ConnectedMesh& mesh, Real longest, std::span<const Index> candidates);

}  // namespace lamella
