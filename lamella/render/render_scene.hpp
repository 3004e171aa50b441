// One picture's subject made ready for rays: geometry, materials, normals and colours by shape. It is given what
// outlives it.
#pragma once

#include <lamella/render/mesh_paint.hpp>
#include <lamella/render/particle_colours.hpp>
#include <lamella/render/scene_geometry.hpp>

#include <deque>
#include <optional>

namespace lamella {

// How a surface that is not clear sends light back.
struct Finish {
    Vec3 colour = Vec3::Zero();
    Real coat = 0.0f;               // index of refraction of a clear coat, 0 without one
    std::optional<Real> roughness;  // of a metal
};

// The point where a ray met a shape.
struct SurfacePoint {
    Vec3 position;
    Vec3 flat_normal;    // of the triangle or ball, outward, of unit length
    Vec3 smooth_normal;  // interpolated, on the same side
    Finish finish;
    const Medium* liquid;  // of a refracting surface, which has no finish
};

class RenderScene {
public:
    RenderScene(const RenderSettings& settings, const RenderSubject& subject);

    const SceneGeometry& geometry() const { return geometry_; }
    const Box3& bounds() const { return bounds_; }  // of all that is shown, and of the subject's own bounds
    // The range of the numbers that are shown as colours; nothing where there are none.
    const std::optional<ColourRange>& colours() const { return colours_; }
    SurfacePoint surface_point(const Ray& ray, const RayHit& hit) const;

private:
    struct Shape {
        const TriangleMesh* mesh = nullptr;  // else points, or the pieces of tubes
        std::vector<Index> pieces;
        std::vector<Vec3> normals;  // by vertex; without them the triangles are flat
        bool creased = false;       // a normal far from the triangle's belongs to an edge, and is not used
        Paint paint;
        Finish finish;
        MeshPaint on_mesh;  // of its material
        const Medium* liquid = nullptr;
    };
    void add_surface(const RenderSettings& settings, const RenderSurface& surface, Real open_time);
    void add_border(const RenderSettings& settings, const RenderTets& tets, Real open_time);
    void add_triangles(Shape shape, Real open_time);
    void add_balls(const RenderSettings& settings, const RenderParticles& particles);
    void add_discs(const RenderSettings& settings, const RenderDiscs& discs);
    void add_tubes(const RenderSettings& settings, const RenderStrands& strands);
    Shape shape_of(const RenderSettings& settings, const std::string& name, const Material& otherwise);
    Shape shape_of(const std::string& name, const Material& material);
    const TriangleMesh* grown(const RenderSurface& surface, const Material& material);
    Shape painted_shape(const RenderSettings& settings, const std::string& name, Paint paint);
    void add_points(Shape shape, const std::vector<Vec4>& points);
    void find_colours(const RenderSettings& settings);
    Finish finish_at(const Shape& shape, const RayHit& hit) const;

    SceneGeometry geometry_;
    std::vector<Shape> shapes_;
    std::deque<Medium> media_;         // shapes and geometry point into it
    std::deque<TriangleMesh> meshes_;  // borders of tetrahedra, and glass that is drawn larger
    std::optional<ColourRange> colours_;
    Box3 bounds_;
    Real tint_depth_ = 1.0f;
    Real overlap_;
    const Textures& textures_;
};

}  // namespace lamella
