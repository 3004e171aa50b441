// Rows of a mesh's vertices that are made and left out.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// The row becomes (1 - t) a + t b in every column; columns of whole numbers take the nearer of the two, and N
// keeps unit length.
void blend_rows(ColumnTable& attributes, Index a, Index b, Real t, Index row);

// Leaves out vertices without a triangle; the rest keeps its order.
void drop_unused_vertices(TriangleMesh& mesh);

}  // namespace lamella
