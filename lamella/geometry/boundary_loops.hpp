// Where a surface ends.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

// The boundary half-edges, loop by loop: each begins where the one before it ends, the surface to its left. A loop
// starts at its lowest half-edge, and loops are in that order.
std::vector<std::vector<Index>> boundary_loops(const ConnectedMesh& mesh);

bool is_closed(const ConnectedMesh& mesh);

// Vertices with a face - edges + faces; 2 for a sphere.
Index euler_characteristic(const ConnectedMesh& mesh);

}  // namespace lamella
