// What a material paints on a mesh: a texture, a pattern, and the mesh's own colours (Cd), all of them multiplied.
// Texture and pattern lie on the column uv, or on where the matter was at the start (rest): a projection that is taken
// where a ray meets the mesh has no seam, and stays as sharp as its picture however long the mesh has been carried.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/render/materials.hpp>
#include <lamella/render/texture.hpp>

#include <memory>
#include <string>

namespace lamella {

class MeshPaint {
public:
    MeshPaint() = default;
    MeshPaint(const MaterialPaint& paint, std::shared_ptr<const Texture> texture)
        : paint_(paint), texture_(std::move(texture)) {}

    bool empty() const { return !lies_on_mesh() && !paint_.vertex_colours; }
    // Of the mesh, which must live on. InputError where it lacks a column; `name` is that of the surface.
    void lie_on(const TriangleMesh& mesh, const std::string& name);
    Vec3 at(const TriangleMesh& mesh, Index triangle, const Vec3& weights) const;

    // One colour for each of some surfels. InputError where they lack a column.
    std::vector<Vec3> of_points(const ColumnTable& points, const std::string& name) const;

private:
    struct Columns {
        const Vec3Column* uv = nullptr;
        const Vec3Column* rest = nullptr;  // null: the matter is where it was
        const Vec3Column* colours = nullptr;
    };
    Columns columns_of(const ColumnTable& table, Index rows, const std::string& name) const;
    Vec3 colour(const Vec3& rest, const Vec3& uv, const Vec3& own) const;
    bool lies_on_mesh() const { return texture_ || paint_.pattern; }

    MaterialPaint paint_;
    std::shared_ptr<const Texture> texture_;
    Columns columns_;  // of the mesh
};

}  // namespace lamella
