// Light paths from the camera (Kajiya 1986, The Rendering Equation), with light sampled at its sources.
#pragma once

#include <lamella/render/camera.hpp>
#include <lamella/render/caustic_map.hpp>
#include <lamella/render/floor.hpp>
#include <lamella/render/image.hpp>
#include <lamella/render/lighting.hpp>
#include <lamella/render/render_scene.hpp>

namespace lamella {

class PathTracer {
public:
    PathTracer(const RenderSettings& settings, const RenderScene& scene, const Box3& bounds);

    Image trace() const;
    Vec3 pixel(Index x, Index y) const;

private:
    struct Path {
        Ray ray;
        Vec3 share = Vec3::Ones();       // of the light at its end that reaches the camera
        const Medium* liquid = nullptr;  // in which it goes
        Index depth = 0;
        bool matt = false;   // has met a matt surface
        bool split = false;  // has been split into a reflected and a refracted path
    };
    Vec3 follow(Path path, Sampler& sampler) const;
    bool advance(Path& path, Sampler& sampler, Vec3& sum) const;
    void add_light(const Path& path, const Vec3& light, Vec3& sum) const;
    bool meet_floor(Path& path, const Vec3& position, Sampler& sampler, Vec3& sum) const;
    void add_sunlight_of_floor(const Path& path, const Vec3& position, Vec3& sum) const;
    bool leave_matt(Path& path, const Vec3& position, const Vec3& normal, bool is_floor, Sampler& sampler,
                    Vec3& sum) const;
    bool meet_liquid(Path& path, const SurfacePoint& point, Sampler& sampler, Vec3& sum) const;
    bool survives(Path& path, Sampler& sampler) const;

    const RenderSettings& settings_;
    const RenderScene& scene_;
    Camera camera_;
    Lighting lighting_;
    Floor floor_;
    Real offset_;                       // m, from a surface to the start of a new ray
    std::vector<CausticMap> sunlight_;  // by sun
};

}  // namespace lamella
