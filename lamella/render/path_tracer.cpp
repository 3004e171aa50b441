#include <lamella/core/parallel.hpp>
#include <lamella/render/liquid_boundary.hpp>
#include <lamella/render/path_tracer.hpp>

#include <numbers>

namespace lamella {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr Index kTile = 16;  // pixels along the edge of the square that one thread takes

// What one path may add at most, so that no single path shows as a bright dot: a departure from the
// rendering equation that loses some light of glints.
constexpr Real kBrightest = 12.0f;
constexpr Real kBrightestIndirect = 3.0f;
constexpr Real kLittle = 0.25f;  // share below which a path may end by chance

Vec3 cosine_direction(const Vec3& normal, const Sampler::Point& point) {
    const Real radius = std::sqrt(point[0]);
    const Real angle = 2.0f * kPi * point[1];
    const auto [s, t] = tangents(normal);
    const Real z = std::sqrt(1.0f - point[0]);
    return (radius * std::cos(angle) * s + radius * std::sin(angle) * t + z * normal).normalized();
}

// A point of a Gaussian of half a pixel, cut off at one pixel and a half (Box and Muller 1958).
Sampler::Point filter_offset(const Sampler::Point& point) {
    constexpr Real sigma = 0.45f;
    const Real radius = std::min(sigma * std::sqrt(-2.0f * std::log(1.0f - point[0])), 1.5f);
    const Real angle = 2.0f * kPi * point[1];
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace

PathTracer::PathTracer(const RenderSettings& settings, const RenderScene& scene, const Box3& bounds)
    : settings_(settings),
      scene_(scene),
      camera_(settings.camera, bounds, static_cast<Real>(settings.width) / static_cast<Real>(settings.height)),
      lighting_(settings.lights),
      floor_(settings.floor, bounds, scene.bounds()),
      offset_(2e-5f * std::max(scene.bounds().diagonal(), 1e-6f)) {
    for (Index sun = 0; sun < lighting_.sun_count(); ++sun)
        sunlight_.emplace_back(scene, floor_, lighting_, sun, offset_);
}

Image PathTracer::trace() const {
    Image image(settings_.width, settings_.height);
    const Index columns = (image.width + kTile - 1) / kTile;
    const Index rows = (image.height + kTile - 1) / kTile;
    parallel_chunks("trace paths", columns * rows, 1, [&](std::ptrdiff_t tile, std::ptrdiff_t, std::ptrdiff_t) {
        const Index x0 = static_cast<Index>(tile) % columns * kTile;
        const Index y0 = static_cast<Index>(tile) / columns * kTile;
        for (Index y = y0; y < std::min(y0 + kTile, image.height); ++y)
            for (Index x = x0; x < std::min(x0 + kTile, image.width); ++x) image.at(x, y) = pixel(x, y);
    });
    return image;
}

Vec3 PathTracer::pixel(Index x, Index y) const {
    Vec3 sum = Vec3::Zero();
    for (Index s = 0; s < settings_.samples; ++s) {
        Sampler sampler((static_cast<std::uint64_t>(y) << 32) + static_cast<std::uint64_t>(x), s);
        const auto [dx, dy] = filter_offset(sampler.next());
        const Real u = 2.0f * (static_cast<Real>(x) + 0.5f + dx) / static_cast<Real>(settings_.width) - 1.0f;
        const Real v = 1.0f - 2.0f * (static_cast<Real>(y) + 0.5f + dy) / static_cast<Real>(settings_.height);
        sum += follow({.ray = camera_.ray(u, v)}, sampler);
    }
    return sum / static_cast<Real>(settings_.samples);
}

Vec3 PathTracer::follow(Path path, Sampler& sampler) const {
    Vec3 sum = Vec3::Zero();
    while (path.depth <= settings_.bounces && advance(path, sampler, sum)) ++path.depth;
    return sum;
}

// One straight piece of the path and what it meets; false where the path ends. After a matt surface a path
// goes straight through liquids, as light sampled at its source does (scene_geometry.cpp).
bool PathTracer::advance(Path& path, Sampler& sampler, Vec3& sum) const {
    Ray ray = path.ray;
    const Real to_floor = floor_.distance(ray);
    ray.length = to_floor;
    const RayHit hit =
        path.matt ? scene_.geometry().nearest_through_liquid(ray, path.share) : scene_.geometry().nearest(ray);
    const Real length = std::min(hit.distance, to_floor);
    if (const auto glow = lighting_.nearest_glow(ray, length); glow.distance < length) {
        if (!path.matt) add_light(path, glow.light, sum);
        return false;
    }
    if (path.liquid && std::isfinite(length))
        path.share = path.share.cwiseProduct(beer_transmittance(length * path.liquid->absorption));
    if (hit.exists()) {
        const SurfacePoint point = scene_.surface_point(ray, hit);
        if (point.liquid) return meet_liquid(path, point, sampler, sum);
        const bool front = point.flat_normal.dot(ray.direction) < 0.0f;
        path.share = path.share.cwiseProduct(point.colour);
        return leave_matt(path, point.position, front ? point.smooth_normal : Vec3(-point.smooth_normal), false,
                          sampler, sum);
    }
    if (std::isfinite(to_floor)) return meet_floor(path, ray.at(to_floor), sampler, sum);
    add_light(path, lighting_.far_light(ray.direction, !path.matt), sum);
    return false;
}

// Far from the subject the floor lets the horizon shine through.
bool PathTracer::meet_floor(Path& path, const Vec3& position, Sampler& sampler, Vec3& sum) const {
    if (const Real fade = floor_.fade(position); fade > 0.0f) {
        add_light(path, fade * lighting_.far_light(path.ray.direction, !path.matt), sum);
        path.share *= 1.0f - fade;
        if (fade >= 1.0f) return false;
    }
    path.share = path.share.cwiseProduct(floor_.colour(position));
    add_sunlight_of_floor(path, position, sum);
    return leave_matt(path, position, Vec3::UnitY(), true, sampler, sum);
}

// A path that comes from a matt surface meets bright lines by chance only: it sees the floor without them.
void PathTracer::add_sunlight_of_floor(const Path& path, const Vec3& position, Vec3& sum) const {
    for (std::size_t i = 0; i < sunlight_.size(); ++i) {
        if (!sunlight_[i].exists()) continue;
        const Vec3 share = sunlight_[i].share(position);
        const Vec3 seen = path.matt ? Vec3(share.cwiseMin(1.0f)) : share;
        add_light(path, lighting_.sun_on_floor(static_cast<Index>(i)).cwiseProduct(seen), sum);
    }
}

void PathTracer::add_light(const Path& path, const Vec3& light, Vec3& sum) const {
    const Vec3 arriving = path.share.cwiseProduct(light);
    const Real limit = (path.matt ? kBrightestIndirect : kBrightest) / settings_.exposure;
    const Real brightest = arriving.maxCoeff();
    sum += brightest > limit ? Vec3(arriving * (limit / brightest)) : arriving;
}

// Lambert's law: a matt surface sends colour / pi of the light that falls on it in every direction. The
// path's share has the colour already. On the floor, suns that have a map need no rays.
bool PathTracer::leave_matt(Path& path, const Vec3& position, const Vec3& normal, bool is_floor, Sampler& sampler,
                            Vec3& sum) const {
    const Vec3 start = position + offset_ * normal;
    for (Index i = 0; i < lighting_.source_count(); ++i) {
        if (is_floor && i < lighting_.sun_count() && sunlight_[i].exists()) continue;
        const LightSample s = lighting_.sample_source(i, start, sampler.next());
        const Real cosine = s.ray.direction.dot(normal);
        if (cosine <= 0.0f) continue;
        const Vec3 visible = scene_.geometry().visibility(s.ray);
        add_light(path, (cosine / kPi) * s.light.cwiseProduct(visible), sum);
    }
    path.ray = {start, cosine_direction(normal, sampler.next())};
    path.matt = true;
    path.liquid = nullptr;
    return survives(path, sampler);
}

// The first boundary sends the path both ways; later ones choose one way with the share of its light.
bool PathTracer::meet_liquid(Path& path, const SurfacePoint& point, Sampler& sampler, Vec3& sum) const {
    const LiquidBoundary boundary = liquid_boundary(path.ray.direction, point, offset_);
    Path mirrored = path;
    mirrored.ray = boundary.mirrored;
    mirrored.liquid = boundary.mirrored_in;
    if (!boundary.bent) {
        path = mirrored;
        return true;
    }
    path.ray = *boundary.bent;
    path.liquid = boundary.bent_in;
    if (path.split) {
        if (sampler.next()[0] < boundary.reflectance) path = mirrored;
        return survives(path, sampler);
    }
    mirrored.share *= boundary.reflectance;
    path.share *= 1.0f - boundary.reflectance;
    mirrored.split = path.split = true;
    ++mirrored.depth;
    sum += follow(mirrored, sampler);
    return true;
}

// Russian roulette (Arvo and Kirk 1990) after the third surface, for paths that carry little.
bool PathTracer::survives(Path& path, Sampler& sampler) const {
    const Real chance = std::min(path.share.maxCoeff() / kLittle, 1.0f);
    if (path.depth < 2 || chance >= 1.0f) return true;
    if (sampler.next()[0] >= chance) return false;
    path.share /= chance;
    return true;
}

}  // namespace lamella
