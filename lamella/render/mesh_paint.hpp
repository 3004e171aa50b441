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

private:
    bool lies_on_mesh() const { return texture_ || paint_.pattern; }

    MaterialPaint paint_;
    std::shared_ptr<const Texture> texture_;
    const Vec3Column* uv_ = nullptr;
    const Vec3Column* rest_ = nullptr;  // null: the mesh is where its matter was
    const Vec3Column* colours_ = nullptr;
};

}  // namespace lamella
