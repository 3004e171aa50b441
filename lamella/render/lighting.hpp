// All light of a scene: what comes from far away in a direction, and light sampled at its source.
#pragma once

#include <lamella/render/environment_map.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/render/sampler.hpp>
#include <lamella/render/scene_geometry.hpp>

#include <array>

namespace lamella {

// Two unit vectors that stand on a unit vector and on one another (Duff et al. 2017, Building an
// Orthonormal Basis, Revisited).
std::array<Vec3, 2> tangents(const Vec3& normal);

// Light from one point of a source: along `ray` from the surface, `light` is radiance times the solid
// angle that one sample stands for. Where a ray that leaves a surface by chance could find the same light, `density`
// (1/sr) is that of this sample; 0 where none could.
struct LightSample {
    Ray ray;
    Vec3 light;
    Real density = 0.0f;
};

// The share with which light counts that two ways of drawing directions can find (Veach and Guibas 1995, Optimally
// Combining Sampling Techniques for Monte Carlo Rendering: the balance heuristic).
inline Real balance(Real density, Real other_density) { return density / (density + other_density); }

class Lighting {
public:
    // The lights that are an environment shine by their pictures.
    explicit Lighting(const std::vector<Light>& lights, const Environments& environments = {});

    // Radiance from far away; the sun's disc only where it is not sampled as a source. `density` is that with which a
    // matt surface, at which environments were sampled, has drawn the direction; 0 for all other rays.
    Vec3 far_light(const Vec3& direction, bool with_sun, Real density) const;

    // The nearest glowing rectangle before `limit` metres: its distance and radiance.
    struct Glow {
        Real distance;
        Vec3 light;
    };
    Glow nearest_glow(const Ray& ray, Real limit) const;

    // Suns, rectangles, then environments, sampled one after another.
    Index source_count() const { return sun_count() + rectangle_count() + static_cast<Index>(environments_.size()); }
    Index sun_count() const { return static_cast<Index>(suns_.size()); }
    const Vec3& sun_direction(Index sun) const { return suns_[sun].direction; }
    Real sun_radius(Index sun) const { return std::acos(suns_[sun].cosine); }
    Vec3 sun_on_floor(Index sun) const;  // radiance of a white horizontal surface
    LightSample sample_source(Index source, const Vec3& from, const Sampler::Point& point) const;

private:
    struct Sky {
        SkyLight settings;
        Vec3 sun;  // unit vector towards it
    };
    struct Sun {
        Vec3 direction;
        Vec3 radiance;
        Real cosine;  // of its angular radius
        Real solid_angle;
    };
    struct Rectangle {
        Vec3 centre;
        Vec3 across;  // half edges
        Vec3 along;
        Vec3 normal;
        Vec3 radiance;
    };
    void add(const SkyLight& sky);
    void add(const UniformLight& light);
    void add(const AreaLight& light);
    Index rectangle_count() const { return static_cast<Index>(rectangles_.size()); }
    LightSample sample_sun(const Sun& sun, const Vec3& from, const Sampler::Point& point) const;
    LightSample sample_rectangle(const Rectangle& r, const Vec3& from, const Sampler::Point& point) const;

    Vec3 uniform_ = Vec3::Zero();
    std::vector<Sky> skies_;
    std::vector<Sun> suns_;
    std::vector<Rectangle> rectangles_;
    Environments environments_;  // that are not dark
};

}  // namespace lamella
