// One picture's subject made ready for rays: geometry, materials, normals and colours by shape.
#pragma once

#include <lamella/render/particle_colours.hpp>
#include <lamella/render/scene_geometry.hpp>

#include <deque>
#include <optional>

namespace lamella {

// How a surface that is no liquid sends light back.
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
    const ColourRange& colours() const { return colours_; }
    SurfacePoint surface_point(const Ray& ray, const RayHit& hit) const;

private:
    struct Shape {
        const TriangleMesh* mesh = nullptr;  // else balls
        std::vector<Vec3> normals;           // by vertex
        std::vector<Vec3> ball_colours;
        Finish finish;
        const Medium* liquid = nullptr;
    };
    void add_surface(const RenderSettings& settings, const RenderSurface& surface, Real open_time);
    void add_balls(const RenderParticles& particles, const std::vector<Real>& values);
    void add_all_balls(const RenderSettings& settings, const RenderSubject& subject);

    SceneGeometry geometry_;
    std::vector<Shape> shapes_;
    std::deque<Medium> media_;  // shapes and geometry point into it
    ColourRange colours_;
    Box3 bounds_;
    Real tint_depth_ = 1.0f;
};

}  // namespace lamella
