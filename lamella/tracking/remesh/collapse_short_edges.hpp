// Edges that the motion has pressed together become a vertex in their middle, the shortest first (Yu 2011,
// section 5.4).
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/remesh/remesh_settings.hpp>

#include <span>

namespace lamella {

// Collapses the candidates, and what collapsing makes short. An edge stays where the mesh would not be manifold without
// it (edge_collapse.hpp; then it may be part of a neck, which is cut: pinch_neck.hpp), where a face would turn too far,
// and where an edge would become so long that it is soon split again. The vertex that stays has the mean of both.
RemeshReport collapse_short_edges(ConnectedMesh& mesh, const RemeshSettings& settings,
                                  std::span<const Index> candidates);

}  // namespace lamella
