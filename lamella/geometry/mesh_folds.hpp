// Where a mesh is folded: what looks like a pit or a crease in a picture.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// The share of the edges between two triangles whose normals are more than 90 degrees apart.
double share_of_folds(const TriangleMesh& mesh);

}  // namespace lamella
