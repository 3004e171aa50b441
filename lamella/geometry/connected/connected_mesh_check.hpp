// Whether a connected mesh is what it claims to be.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

// A sentence about the first thing that is wrong, or nothing: twins, edges and fans fit together, every element has a
// row of data, and the faces are those of a manifold, oriented mesh.
std::string check(const ConnectedMesh& mesh);

}  // namespace lamella
