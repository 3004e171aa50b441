#include <lamella/geometry/tets/tet_border.hpp>
#include <lamella/io/ply.hpp>
#include <lamella/view/border_ply.hpp>

namespace lamella {

namespace {

void add_rows(ParticleSet& points, const ColumnTable& columns, const std::vector<Index>& rows) {
    for (const auto& [name, column] : columns.columns())
        if (name != "P") points.columns().try_emplace(name, rows_of(column, rows));
}

void add_numbers(ParticleSet& points, const char* name, const std::vector<Index>& numbers) {
    if (points.has(name)) return;
    auto& column = points.add<IndexColumn>(name);
    for (Index i = 0; i < points.size(); ++i) column[i] = numbers[static_cast<std::size_t>(i)];
}

}  // namespace

std::string border_ply(const TetMesh& mesh) {
    const TetBorder border = border_of(mesh);
    std::vector<Index> cells, nodes;
    std::vector<Vec3i> triangles;
    for (Index t = 0; t < border.mesh.triangle_count(); ++t) {
        const auto at = static_cast<std::size_t>(t);
        triangles.emplace_back(3 * t, 3 * t + 1, 3 * t + 2);
        for (const Index vertex : border.mesh.triangles[at]) {
            nodes.push_back(border.node_of_vertex[static_cast<std::size_t>(vertex)]);
            cells.push_back(border.cell_of_triangle[at]);
        }
    }
    ParticleSet points;
    points.resize(static_cast<Index>(nodes.size()));
    auto& positions = points.add<Vec3Column>("P");
    for (Index i = 0; i < points.size(); ++i)
        positions.set(i, mesh.positions[static_cast<std::size_t>(nodes[static_cast<std::size_t>(i)])]);
    add_rows(points, mesh.cells, cells);
    add_rows(points, mesh.nodes, nodes);
    points.remove("N");  // the triangles are flat
    add_numbers(points, "node", nodes);
    add_numbers(points, "cell", cells);
    return write_ply(points, triangles, {});
}

}  // namespace lamella
