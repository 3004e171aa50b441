// Light paths from the camera (Kajiya 1986, The Rendering Equation), with light sampled at its sources.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/render/camera.hpp>
#include <lamella/render/caustic_map.hpp>
#include <lamella/render/denoise_rousselle2013.hpp>
#include <lamella/render/floor.hpp>
#include <lamella/render/image.hpp>
#include <lamella/render/lighting.hpp>
#include <lamella/render/media_stack.hpp>
#include <lamella/render/render_scene.hpp>

namespace lamella {

// What a path brings back: light, and what it met first, which guides the denoiser.
struct PathSample {
    Vec3 light = Vec3::Zero();
    Vec3 albedo = Vec3::Zero();
    Vec3 normal = Vec3::Zero();
    RayTally rays;
};

struct TracedImage {
    NoisyImage image;
    RayReport rays;  // those that made the maps of sunlight, too
};

class PathTracer {
public:
    PathTracer(const RenderSettings& settings, const RenderScene& scene, const RenderSubject& subject);

    TracedImage trace(const Run& run) const;  // throws Stopped

private:
    struct Path {
        Ray ray;
        Vec3 share = Vec3::Ones();  // of the light at its end that reaches the camera
        MediaStack media = {};      // the clear bodies in which it goes
        Real time = 0.5f;           // of the open shutter
        Real density = 0.0f;        // 1/sr, of its direction if a matt surface has sent it, else 0
        Real little = 0.25f;        // share below which it may end by chance
        Index depth = 0;
        Index passed = 0;       // surfaces that were none
        bool matt = false;      // has met a matt surface
        bool split = false;     // has been split into a reflected and a refracted path
        bool straight = false;  // goes through clear bodies without bending
        bool guides = true;     // shows the denoiser what it meets
    };
    void trace_tile(Index x0, Index y0, NoisyImage& image, RayTally& tally) const;
    void trace_pixel(Index x, Index y, NoisyImage& image, RayTally& tally) const;
    PathSample sample(Index x, Index y, Index number) const;
    Path first_path(Index x, Index y, Sampler& sampler) const;
    void follow(Path path, Sampler& sampler, PathSample& sum) const;
    bool advance(Path& path, Sampler& sampler, PathSample& sum) const;
    void end(Path path, Sampler& sampler, PathSample& sum) const;
    void add_light(const Path& path, const Vec3& light, PathSample& sum) const;
    bool meet_floor(Path& path, const Vec3& position, Sampler& sampler, PathSample& sum) const;
    void add_sunlight_of_floor(const Path& path, const Vec3& position, PathSample& sum) const;
    bool leave_matt(Path& path, const Vec3& position, const Vec3& normal, bool is_floor, Sampler& sampler,
                    PathSample& sum) const;
    Vec3 visibility(const Ray& ray, RayTally& tally) const;
    bool meet_liquid(Path& path, const SurfacePoint& point, Sampler& sampler, PathSample& sum) const;
    bool leave_coat(Path& path, const Ray& mirrored, Real reflectance, Sampler& sampler, PathSample& sum) const;
    bool meet_solid(Path& path, const SurfacePoint& point, Sampler& sampler, PathSample& sum) const;
    Ray reflected_ray(const Vec3& position, const Vec3& direction, const Vec3& wanted, const Vec3& flat) const;
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
