#include <lamella/core/error.hpp>
#include <lamella/render/mesh_paint.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

const Vec3Column* column_of(const TriangleMesh& mesh, const char* name) {
    const auto* column = mesh.attributes.find<Vec3Column>(name);
    return column && column->size() == mesh.vertex_count() ? column : nullptr;
}

// The mean of a column over the corners of a triangle.
template <class Rows>
Vec3 mean(const Rows& rows, const Vec3i& corners, const Vec3& weights) {
    return weights[0] * rows[corners[0]] + weights[1] * rows[corners[1]] + weights[2] * rows[corners[2]];
}

}  // namespace

void MeshPaint::lie_on(const TriangleMesh& mesh, const std::string& name) {
    uv_ = column_of(mesh, "uv");
    rest_ = column_of(mesh, "rest");
    colours_ = column_of(mesh, "Cd");
    if (lies_on_mesh() && needs_uv(paint_.projection) && !uv_)
        throw InputError(fmt::format(
            "render.materials: '{}' has a {}, but its mesh has no texture coordinates (uv); a 'projection' needs none",
            name, texture_ ? "texture" : "pattern"));
    if (const char* fault = fault_of(paint_.projection))
        throw InputError(fmt::format("render.materials: the projection of '{}': {}", name, fault));
    if (paint_.vertex_colours && !colours_)
        throw InputError(
            fmt::format("render.materials: '{}' shows its vertex colours, but its mesh has none (Cd)", name));
}

Vec3 MeshPaint::at(const TriangleMesh& mesh, Index triangle, const Vec3& weights) const {
    const Vec3i& corners = mesh.triangles[static_cast<std::size_t>(triangle)];
    Vec3 colour = Vec3::Ones();
    if (lies_on_mesh()) {
        const Vec3 p = rest_ ? mean(*rest_, corners, weights) : mean(mesh.positions, corners, weights);
        const Vec3 place = place_of(paint_.projection, p, uv_ ? mean(*uv_, corners, weights) : Vec3::Zero().eval());
        if (texture_) colour = texture_->at(place.x(), place.y());
        if (paint_.pattern) colour = colour.cwiseProduct(colour_at(*paint_.pattern, place));
    }
    if (paint_.vertex_colours)
        colour = colour.cwiseProduct(mean(*colours_, corners, weights).cwiseMax(0.0f).cwiseMin(1.0f));
    return colour;
}

}  // namespace lamella
