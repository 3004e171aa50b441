// What matter of a fluid gets where its tracked surface begins (surface/paint/paint_parameters.hpp): colours (Cd) from
// coats of paint, texture coordinates (uv) from a projection or a mesh.
#pragma once

#include <lamella/geometry/bvh.hpp>
#include <lamella/render/texture.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>
#include <lamella/surface/surface_settings.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamella {

// A mesh at its place, and its file.
struct NamedMesh {
    std::string name;
    std::shared_ptr<const TriangleMesh> mesh;
};

// The meshes among the shapes of a fluid.
std::vector<NamedMesh> poured_meshes(const Fluid& fluid, Assets& assets);

// The files that the settings of a surface name, read: what they held. A file that cannot be read is a SceneFault.
FileRecords paint_files(const SurfaceField& field, Assets& assets);

class SurfacePainter {
public:
    // InputErrors where coats or coordinates do not fit to the fluid.
    SurfacePainter(const TrackedParameters& parameters, const std::string& fluid, const std::vector<NamedMesh>& poured,
                   Assets& assets);

    bool empty() const { return coats_.empty() && !coordinates_; }
    bool needs_phase() const;
    // Gives the rows of the table, which are at these places, its columns; `phase` by row where it is needed.
    void paint(std::span<const Vec3> places, const IndexColumn* phase, ColumnTable& table) const;

private:
    struct Coat {
        PaintCoat what;
        std::shared_ptr<const Texture> picture;  // of an image

        Vec3 colour_at(const Vec3& place) const;
        bool covers(const Vec3& p, Index phase) const;
    };
    // The triangles of all meshes with their corners' uv.
    struct UvMesh {
        explicit UvMesh(const std::vector<NamedMesh>& meshes);
        Vec3 at(const Vec3& p) const;

        TriangleMesh mesh;
        std::optional<Bvh> tree;
    };
    Vec3 uv_at(const Vec3& p) const;

    std::vector<Coat> coats_;
    std::optional<StartCoordinates> coordinates_;
    std::shared_ptr<const UvMesh> uv_mesh_;
};

}  // namespace lamella
