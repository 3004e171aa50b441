// How wide the border between two colours has become on a mesh.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// The area where a scalar column, linear on every triangle, lies between 0.1 and 0.9, over the length of the line where
// it is 0.5. Labels 0 and 1 on neighbouring vertices have 0.65 of an edge.
double colour_band(const TriangleMesh& mesh, const ScalarColumn& colour);

}  // namespace lamella
