#include <lamella/core/error.hpp>
#include <lamella/render/mesh_paint.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

const Vec3Column* column_of(const ColumnTable& table, Index rows, const char* name) {
    const auto* column = table.find<Vec3Column>(name);
    return column && column->size() == rows ? column : nullptr;
}

// The mean of a column over the corners of a triangle.
template <class Rows>
Vec3 mean(const Rows& rows, const Vec3i& corners, const Vec3& weights) {
    return weights[0] * rows[corners[0]] + weights[1] * rows[corners[1]] + weights[2] * rows[corners[2]];
}

}  // namespace

void MeshPaint::lie_on(const TriangleMesh& mesh, const std::string& name) {
    columns_ = columns_of(mesh.attributes, mesh.vertex_count(), name);
}

MeshPaint::Columns MeshPaint::columns_of(const ColumnTable& table, Index rows, const std::string& name) const {
    const Columns found{column_of(table, rows, "uv"), column_of(table, rows, "rest"), column_of(table, rows, "Cd")};
    if (lies_on_mesh() && needs_uv(paint_.projection) && !found.uv)
        throw InputError(fmt::format(
            "render.materials: '{}' has a {}, but its mesh has no texture coordinates (uv); a 'projection' needs none",
            name, texture_ ? "texture" : "pattern"));
    if (const char* fault = fault_of(paint_.projection))
        throw InputError(fmt::format("render.materials: the projection of '{}': {}", name, fault));
    if (paint_.vertex_colours && !found.colours)
        throw InputError(
            fmt::format("render.materials: '{}' shows its vertex colours, but its mesh has none (Cd)", name));
    return found;
}

Vec3 MeshPaint::colour(const Vec3& rest, const Vec3& uv, const Vec3& own) const {
    Vec3 colour = Vec3::Ones();
    if (lies_on_mesh()) {
        const Vec3 place = place_of(paint_.projection, rest, uv);
        if (texture_) colour = texture_->at(place.x(), place.y());
        if (paint_.pattern) colour = colour.cwiseProduct(colour_at(*paint_.pattern, place));
    }
    if (paint_.vertex_colours) colour = colour.cwiseProduct(own.cwiseMax(0.0f).cwiseMin(1.0f));
    return colour;
}

Vec3 MeshPaint::at(const TriangleMesh& mesh, Index triangle, const Vec3& weights) const {
    const Vec3i& corners = mesh.triangles[static_cast<std::size_t>(triangle)];
    const auto of = [&](const Vec3Column* column) -> Vec3 {
        return column ? mean(*column, corners, weights) : Vec3(Vec3::Zero());
    };
    const Vec3 rest = columns_.rest ? of(columns_.rest) : mean(mesh.positions, corners, weights);
    return colour(rest, of(columns_.uv), of(columns_.colours));
}

std::vector<Vec3> MeshPaint::of_points(const ColumnTable& points, const std::string& name) const {
    const Columns columns = columns_of(points, points.size(), name);
    const auto& places = columns.rest ? *columns.rest : points.get<Vec3Column>("P");
    std::vector<Vec3> all(static_cast<std::size_t>(points.size()));
    for (Index i = 0; i < points.size(); ++i)
        all[i] = colour(places[i], columns.uv ? (*columns.uv)[i] : Vec3(Vec3::Zero()),
                        columns.colours ? (*columns.colours)[i] : Vec3(Vec3::Zero()));
    return all;
}

}  // namespace lamella
