#include <lamella/geometry/vertex_rows.hpp>

namespace lamella {

void blend_rows(ColumnTable& attributes, Index a, Index b, Real t, Index row) {
    for (auto& entry : attributes.columns())
        std::visit(
            [&](auto& column) {
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(column)>, IndexColumn>)
                    column[row] = column[t < 0.5f ? a : b];
                else
                    column.set(row, (1.0f - t) * column.value(a) + t * column.value(b));
            },
            entry.second);
    if (auto* normals = attributes.find<Vec3Column>("N")) normals->set(row, (*normals)[row].normalized());
}

void drop_unused_vertices(TriangleMesh& mesh) {
    std::vector<Index> number(mesh.positions.size(), -1);
    for (const Vec3i& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) number[t[k]] = 0;
    std::vector<Index> kept;
    for (std::size_t v = 0; v < number.size(); ++v) {
        if (number[v] < 0) continue;
        number[v] = static_cast<Index>(kept.size());
        mesh.positions[kept.size()] = mesh.positions[v];
        kept.push_back(static_cast<Index>(v));
    }
    mesh.positions.resize(kept.size());
    mesh.attributes.reorder(kept);
    for (Vec3i& t : mesh.triangles) t = Vec3i(number[t[0]], number[t[1]], number[t[2]]);
}

}  // namespace lamella
