// The other diagonal of the two faces beside an edge.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

// False, and nothing is changed, where the edge is not there or at a boundary, or where its faces' far corners are
// neighbours already. Whether the flip is good for the shape is the caller's to say. Both faces share their amounts by
// their new areas, and get the mean of their values by the old ones.
bool flip_edge(ConnectedMesh& mesh, Index edge);

}  // namespace lamella
