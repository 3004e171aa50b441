#include <lamella/geometry/tets/tet_border.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>

namespace lamella {
namespace {

// Node -> vertex, -1 for inner nodes; fills node_of_vertex.
std::vector<Index> number_vertices(TetBorder& border, std::size_t nodes) {
    std::vector<Index> number(nodes, -1);
    for (const Vec3i& t : border.mesh.triangles)
        for (int k = 0; k < 3; ++k) number[t[k]] = 0;
    for (std::size_t n = 0; n < nodes; ++n) {
        if (number[n] < 0) continue;
        number[n] = static_cast<Index>(border.node_of_vertex.size());
        border.node_of_vertex.push_back(static_cast<Index>(n));
    }
    return number;
}

}  // namespace

TetBorder border_of(const TetMesh& mesh) {
    const std::vector<Vec4i> neighbours = tet_neighbours(mesh);
    TetBorder border;
    for (Index c = 0; c < mesh.tet_count(); ++c)
        for (int k = 0; k < 4; ++k) {
            if (neighbours[c][k] >= 0) continue;
            border.mesh.triangles.push_back(face_of(mesh.tets[c], k));
            border.cell_of_triangle.push_back(c);
        }
    const std::vector<Index> number = number_vertices(border, mesh.positions.size());
    for (Vec3i& t : border.mesh.triangles) t = Vec3i(number[t[0]], number[t[1]], number[t[2]]);
    for (const Index n : border.node_of_vertex) border.mesh.positions.push_back(mesh.positions[n]);
    border.mesh.attributes = mesh.nodes;
    border.mesh.attributes.reorder(border.node_of_vertex);
    return border;
}

}  // namespace lamella
