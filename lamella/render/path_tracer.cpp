#include <lamella/core/parallel.hpp>
#include <lamella/render/light_setting.hpp>
#include <lamella/render/liquid_boundary.hpp>
#include <lamella/render/microfacets_heitz2018.hpp>
#include <lamella/render/path_tracer.hpp>

#include <numbers>

namespace lamella {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr Index kTile = 16;  // pixels along the edge of the square that one thread takes

// What one path may add at most, so that no single path shows as a bright dot: a departure from the
// rendering equation that loses some light of glints.
constexpr Real kBrightest = 12.0f;
constexpr Real kBrightestIndirect = 3.0f;  // after a matt surface or several boundaries
constexpr Index kSeenBoundaries = 3;
constexpr Index kMostPassed = 64;     // surfaces inside other clear matter that a path meets
constexpr Real kFaint = 0.05f;        // reflectance of a boundary of which few mirrored paths are followed
constexpr Real kFaintChance = 0.25f;  // how many

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

std::shared_ptr<const Texture> texture_of(const FloorSettings& floor, const Textures& textures) {
    return floor.texture ? textures.at(floor.texture->path.string()) : nullptr;
}

}  // namespace

PathTracer::PathTracer(const RenderSettings& settings, const RenderScene& scene, const RenderSubject& subject)
    : settings_(settings),
      scene_(scene),
      camera_(settings.camera, subject.view.empty() ? subject.bounds : subject.view,
              static_cast<Real>(settings.width) / static_cast<Real>(settings.height), subject.frame,
              static_cast<double>(subject.frame - 1) * static_cast<double>(subject.frame_time)),
      lighting_(lights_of(settings, subject.bounds), subject.environments),
      floor_(floor_of(settings), subject.bounds, scene.bounds(), texture_of(settings.floor, subject.textures)),
      offset_(2e-5f * std::max(scene.bounds().diagonal(), 1e-6f)) {
    for (Index sun = 0; sun < lighting_.sun_count(); ++sun)
        sunlight_.emplace_back(scene, floor_, lighting_, sun, offset_);
}

TracedImage PathTracer::trace(const Run& run) const {
    TracedImage traced{NoisyImage(settings_.width, settings_.height, settings_.samples), {}};
    const Index columns = (settings_.width + kTile - 1) / kTile;
    const Index rows = (settings_.height + kTile - 1) / kTile;
    traced.rays = tally_paths("trace paths", columns * rows, 1, [&](std::ptrdiff_t tile, RayTally& tally) {
        if (run.should_stop()) return;
        const auto number = static_cast<Index>(tile);
        trace_tile(number % columns * kTile, number / columns * kTile, traced.image, tally);
    });
    run.throw_if_stopped();
    for (const CausticMap& map : sunlight_) traced.rays.add(map.rays());
    return traced;
}

void PathTracer::trace_tile(Index x0, Index y0, NoisyImage& image, RayTally& tally) const {
    for (Index y = y0; y < std::min(y0 + kTile, settings_.height); ++y)
        for (Index x = x0; x < std::min(x0 + kTile, settings_.width); ++x) trace_pixel(x, y, image, tally);
}

void PathTracer::trace_pixel(Index x, Index y, NoisyImage& image, RayTally& tally) const {
    Vec3 squares = Vec3::Zero();
    for (Index s = 0; s < settings_.samples; ++s) {
        const PathSample found = sample(x, y, s);
        NoisyImage::Half& half = image.halves[s % 2];
        half.light.at(x, y) += found.light;
        half.albedo.at(x, y) += found.albedo;
        half.normal.at(x, y) += found.normal;
        squares += found.light.cwiseAbs2();
        tally.add(found.rays);
    }
    image.finish_pixel(x, y, squares);
}

PathSample PathTracer::sample(Index x, Index y, Index number) const {
    PathSample sum;
    const std::uint64_t pixel = (static_cast<std::uint64_t>(y) << 32) + static_cast<std::uint64_t>(x);
    {
        const TimedPath timed(sum.rays, pixel ^ (static_cast<std::uint64_t>(number) << 16));
        Sampler sampler(pixel, number);
        follow(first_path(x, y, sampler), sampler, sum);
    }
    return sum;
}

PathTracer::Path PathTracer::first_path(Index x, Index y, Sampler& sampler) const {
    const auto [dx, dy] = filter_offset(sampler.next());
    const Real u = 2.0f * (static_cast<Real>(x) + 0.5f + dx) / static_cast<Real>(settings_.width) - 1.0f;
    const Real v = 1.0f - 2.0f * (static_cast<Real>(y) + 0.5f + dy) / static_cast<Real>(settings_.height);
    Path path{.ray = camera_.ray(u, v)};
    if (settings_.shutter > 0.0f) path.time = sampler.next()[0];
    return path;
}

void PathTracer::follow(Path path, Sampler& sampler, PathSample& sum) const {
    for (; path.depth <= settings_.bounces; ++path.depth)
        if (!advance(path, sampler, sum)) return;
    end(path, sampler, sum);
}

// A path that has met so many boundaries of clear matter goes straight on through the rest: in thin rims, which light
// leaves after many reflections only, it would end in black.
void PathTracer::end(Path path, Sampler& sampler, PathSample& sum) const {
    if (path.matt || path.straight) return;
    path.straight = true;
    path.media = {};
    advance(path, sampler, sum);
}

// One straight piece of the path and what it meets; false where the path ends. After a matt surface a path
// goes straight through clear bodies, as light sampled at its source does (straight_light.hpp). The lamps of a setting
// are not seen by the camera itself.
bool PathTracer::advance(Path& path, Sampler& sampler, PathSample& sum) const {
    Ray ray = path.ray;
    ray.time = path.time;
    const Real to_floor = floor_.distance(ray);
    ray.length = to_floor;
    const RayHit hit = path.matt || path.straight ? scene_.geometry().nearest_through_liquid(ray, path.share, sum.rays)
                                                  : scene_.geometry().nearest(ray, sum.rays);
    const Real length = std::min(hit.distance, to_floor);
    const bool lamps_hidden = path.depth == 0 && !settings_.lights;
    if (const auto glow = lighting_.nearest_glow(ray, length); glow.distance < length && !lamps_hidden) {
        if (!path.matt) add_light(path, glow.light, sum);
        return false;
    }
    if (path.media.medium() && std::isfinite(length))
        path.share = path.share.cwiseProduct(beer_transmittance(length * path.media.absorption()));
    if (hit.exists()) {
        const SurfacePoint point = scene_.surface_point(ray, hit);
        if (path.depth == 0) sum.normal = point.smooth_normal;
        return point.liquid ? meet_liquid(path, point, sampler, sum) : meet_solid(path, point, sampler, sum);
    }
    if (std::isfinite(to_floor)) return meet_floor(path, ray.at(to_floor), sampler, sum);
    const Vec3 light = lighting_.far_light(ray.direction, !path.matt, path.density);
    if (!path.matt && path.guides) sum.albedo += path.share.cwiseProduct(light.cwiseMin(1.0f));
    add_light(path, light, sum);
    return false;
}

// Far from the subject the floor lets the horizon shine through.
bool PathTracer::meet_floor(Path& path, const Vec3& position, Sampler& sampler, PathSample& sum) const {
    if (const Real fade = floor_.fade(position); fade > 0.0f) {
        add_light(path, fade * lighting_.far_light(path.ray.direction, !path.matt, path.density), sum);
        path.share *= 1.0f - fade;
        if (fade >= 1.0f) return false;
    }
    if (floor_.coat() > 1.0f && sampler.next()[0] < fresnel_reflectance(-path.ray.direction.y(), floor_.coat())) {
        path.ray = {position + offset_ * Vec3::UnitY(), reflected(path.ray.direction, Vec3::UnitY())};
        path.density = 0.0f;
        return survives(path, sampler);
    }
    path.share = path.share.cwiseProduct(floor_.colour(position));
    add_sunlight_of_floor(path, position, sum);
    return leave_matt(path, position, Vec3::UnitY(), true, sampler, sum);
}

// A path that comes from a matt surface meets bright lines by chance only: it sees the floor without them.
void PathTracer::add_sunlight_of_floor(const Path& path, const Vec3& position, PathSample& sum) const {
    for (std::size_t i = 0; i < sunlight_.size(); ++i) {
        if (!sunlight_[i].exists()) continue;
        const Vec3 share = sunlight_[i].share(position);
        const Vec3 seen = path.matt ? Vec3(share.cwiseMin(1.0f)) : share;
        add_light(path, lighting_.sun_on_floor(static_cast<Index>(i)).cwiseProduct(seen), sum);
    }
}

void PathTracer::add_light(const Path& path, const Vec3& light, PathSample& sum) const {
    const Vec3 arriving = path.share.cwiseProduct(light);
    const bool by_chance = path.matt || path.depth > kSeenBoundaries;
    const Real limit = (by_chance ? kBrightestIndirect : kBrightest) / settings_.exposure;
    const Real brightest = arriving.maxCoeff();
    sum.light += brightest > limit ? Vec3(arriving * (limit / brightest)) : arriving;
}

// Lambert's law: a matt surface sends colour / pi of the light that falls on it in every direction. The
// path's share has the colour already. On the floor, suns that have a map need no rays.
bool PathTracer::leave_matt(Path& path, const Vec3& position, const Vec3& normal, bool is_floor, Sampler& sampler,
                            PathSample& sum) const {
    const Vec3 start = position + offset_ * normal;
    if (!path.matt && path.guides) sum.albedo += path.share;
    if (path.depth == 0) sum.normal = normal;
    // The first matt surface asks all sources, later ones one of them.
    const Index count = lighting_.source_count();
    const bool one = path.matt && count > 1;
    const Index first = one ? std::min(static_cast<Index>(sampler.next()[0] * static_cast<Real>(count)), count - 1) : 0;
    for (Index i = first; i < (one ? first + 1 : count); ++i) {
        if (is_floor && i < lighting_.sun_count() && sunlight_[i].exists()) continue;
        LightSample s = lighting_.sample_source(i, start, sampler.next());
        s.ray.time = path.time;
        const Real cosine = s.ray.direction.dot(normal);
        if (cosine <= 0.0f || s.light.maxCoeff() <= 0.0f) continue;
        const Real share =
            (one ? static_cast<Real>(count) : 1.0f) * (s.density > 0.0f ? balance(s.density, cosine / kPi) : 1.0f);
        add_light(path, (share * cosine / kPi) * s.light.cwiseProduct(visibility(s.ray, sum.rays)), sum);
    }
    path.ray = {start, cosine_direction(normal, sampler.next())};
    path.density = std::max(path.ray.direction.dot(normal), 1e-6f) / kPi;
    path.matt = true;
    path.media = {};
    return survives(path, sampler);
}

// The share of light that arrives along the ray. The floor, too, shades what is below the horizon.
Vec3 PathTracer::visibility(const Ray& ray, RayTally& tally) const {
    const Real to_floor = floor_.distance(ray);
    const Real open = to_floor < ray.length ? floor_.fade(ray.at(to_floor)) : 1.0f;
    return open > 0.0f ? Vec3(open * scene_.geometry().visibility(ray, tally)) : Vec3(Vec3::Zero());
}

// The first boundary sends the path both ways; later ones choose one way with the share of its light. A boundary that
// mirrors little, like glass seen straight on, is not the first, and where another lies before it sends few paths both
// ways: then with the larger share R / chance, else with none, which is R in the mean.
bool PathTracer::meet_liquid(Path& path, const SurfacePoint& point, Sampler& sampler, PathSample& sum) const {
    const LiquidBoundary boundary = liquid_boundary(path.ray.direction, point, path.media, offset_);
    if (!boundary.is_real) {
        path.ray = *boundary.bent;
        path.media = boundary.bent_in;
        --path.depth;
        return ++path.passed < kMostPassed;
    }
    Path mirrored = path;
    mirrored.ray = boundary.mirrored;
    mirrored.media = boundary.mirrored_in;
    if (!boundary.bent) {
        path = mirrored;
        return true;
    }
    path.ray = *boundary.bent;
    path.media = boundary.bent_in;
    if (path.split) {
        if (sampler.next()[0] < boundary.reflectance) path = mirrored;
        return survives(path, sampler);
    }
    const bool faint = boundary.reflectance < kFaint;
    const bool rare = faint && path.depth > 0;
    path.split = !faint;
    if (boundary.reflectance <= 0.0f || (rare && sampler.next()[0] >= kFaintChance)) return true;
    const Real share = rare ? boundary.reflectance / kFaintChance : boundary.reflectance;
    mirrored.share *= share;
    if (rare) mirrored.little *= share;
    path.share *= 1.0f - share;
    mirrored.split = true;
    mirrored.guides = path.guides && !rare;
    ++mirrored.depth;
    follow(mirrored, sampler, sum);
    return true;
}

// A smooth normal may send light into the flat triangle; then the flat normal decides.
Ray PathTracer::reflected_ray(const Vec3& position, const Vec3& direction, const Vec3& wanted, const Vec3& flat) const {
    return {position + offset_ * flat, wanted.dot(flat) > 0.0f ? wanted : reflected(direction, flat)};
}

// A coat mirrors the share of Fresnel and lets the rest through to the matt surface below. The first one sends the path
// both ways: what a dark surface mirrors is as bright as itself, and as a rare choice would leave it speckled. False
// where the path goes on as the mirrored one.
bool PathTracer::leave_coat(Path& path, const Ray& mirrored, Real reflectance, Sampler& sampler,
                            PathSample& sum) const {
    if (path.split || path.matt) {
        if (sampler.next()[0] >= reflectance) return true;
        path.ray = mirrored;
        path.density = 0.0f;
        return false;
    }
    Path other = path;
    other.ray = mirrored;
    other.share *= reflectance;
    other.split = path.split = true;
    ++other.depth;
    path.share *= 1.0f - reflectance;
    follow(other, sampler, sum);
    return true;
}

bool PathTracer::meet_solid(Path& path, const SurfacePoint& point, Sampler& sampler, PathSample& sum) const {
    const Vec3& direction = path.ray.direction;
    const bool front = point.flat_normal.dot(direction) < 0.0f;
    const Vec3 flat = front ? point.flat_normal : Vec3(-point.flat_normal);
    const Vec3 smooth = front ? point.smooth_normal : Vec3(-point.smooth_normal);
    const Vec3 normal = smooth.dot(direction) < 0.0f ? smooth : flat;
    const Finish& finish = point.finish;
    if (finish.roughness) {
        const auto mirror = rough_reflection(direction, normal, finish.colour, *finish.roughness, sampler.next());
        if (!mirror) return false;
        path.share = path.share.cwiseProduct(mirror->share);
        path.ray = reflected_ray(point.position, direction, mirror->direction, flat);
        path.density = 0.0f;
        return survives(path, sampler);
    }
    if (finish.coat > 0.0f) {
        const Ray mirrored = reflected_ray(point.position, direction, reflected(direction, normal), flat);
        if (!leave_coat(path, mirrored, fresnel_reflectance(-direction.dot(normal), finish.coat), sampler, sum))
            return survives(path, sampler);
    }
    path.share = path.share.cwiseProduct(finish.colour);
    return leave_matt(path, point.position, smooth, false, sampler, sum);
}

// Russian roulette (Arvo and Kirk 1990) after the third surface, for paths that carry little of what they began with.
bool PathTracer::survives(Path& path, Sampler& sampler) const {
    const Real chance = std::min(path.share.maxCoeff() / path.little, 1.0f);
    if (path.depth < 2 || chance >= 1.0f) return true;
    if (sampler.next()[0] >= chance) return false;
    path.share /= chance;
    return true;
}

}  // namespace lamella
