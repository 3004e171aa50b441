// The triangles between tetrahedra and the outside: what is drawn of them, and where they touch other matter.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// Vertices are in the order of their nodes and carry the nodes' columns; triangles are in the order of their cells.
// The border of cells with positive volume is closed and oriented; where cells meet along an edge or a node only, it is
// not manifold.
struct TetBorder {
    TriangleMesh mesh;
    std::vector<Index> cell_of_triangle;
    std::vector<Index> node_of_vertex;
};

TetBorder border_of(const TetMesh& mesh);  // InputError where the mesh is not valid (tet_check.hpp)

}  // namespace lamella
