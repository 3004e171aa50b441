#include <lamella/core/parallel.hpp>
#include <lamella/render/caustic_map.hpp>
#include <lamella/render/liquid_boundary.hpp>

namespace lamella {
namespace {

constexpr Index kCells = 320;       // along the longer edge of the map
constexpr Index kPathsPerCell = 3;  // along each edge of a cell
constexpr Index kBoundaries = 16;   // of clear bodies that a path crosses at most
constexpr Real kLowestSun = 0.2f;   // sine of its height

}  // namespace

CausticMap::CausticMap(const RenderScene& scene, const Floor& floor, const Lighting& lighting, Index sun, Real offset)
    : offset_(offset), floor_height_(floor.height()) {
    const Vec3 to_sun = lighting.sun_direction(sun);
    if (to_sun.y() < kLowestSun || scene.bounds().empty() || !floor.shown()) return;
    lay_out(scene.bounds(), to_sun, lighting.sun_radius(sun));
    const Index columns = width_ * kPathsPerCell;
    const Index count = columns * height_ * kPathsPerCell;
    const Real step = cell_ / static_cast<Real>(kPathsPerCell);
    const auto path = [&](Index i, RayTally& tally) {
        const TimedPath timed(tally, static_cast<std::uint64_t>(i));
        Sampler sampler(static_cast<std::uint64_t>(i), 0);
        const auto [u, v] = sampler.next();
        const auto place = [&](Index k, Real t) { return (static_cast<Real>(k) + 0.01f + 0.98f * t) * step; };
        const Vec3 target(x_ + place(i % columns, u), floor_height_, z_ + place(i / columns, v));
        return follow(scene, floor, target, lighting.sample_source(sun, target, sampler.next()).ray.direction, tally);
    };
    std::vector<Landing> landings(static_cast<std::size_t>(count));
    rays_ = tally_paths("follow sunlight", count, kParallelChunk,
                        [&](std::ptrdiff_t i, RayTally& tally) { landings[i] = path(static_cast<Index>(i), tally); });
    cells_.assign(static_cast<std::size_t>(width_) * height_, Vec3::Zero());
    for (const Landing& landing : landings) deposit(landing);
    smooth();
}

// The rectangle of the floor that holds the shadow of the bounds, half shadows included.
void CausticMap::lay_out(const Box3& bounds, const Vec3& to_sun, Real spread) {
    Box3 shadow;
    for (const Real y : {bounds.min.y(), bounds.max.y()}) {
        const Real height = std::max(y - floor_height_, 0.0f);
        const Vec3 shift = height / to_sun.y() * to_sun;
        const Real blur = 2.0f * spread * height / (to_sun.y() * to_sun.y());
        shadow.extend(Box3{bounds.min - shift, bounds.max - shift}.padded(blur));
        reach_ = std::max(reach_, 1.1f * height / to_sun.y());
    }
    shadow = shadow.padded(0.05f * bounds.diagonal());
    x_ = shadow.min.x();
    z_ = shadow.min.z();
    cell_ = std::max(shadow.size().x(), shadow.size().z()) / static_cast<Real>(kCells);
    width_ = static_cast<Index>(shadow.size().x() / cell_) + 2;
    height_ = static_cast<Index>(shadow.size().z() / cell_) + 2;
}

// Without a shape in the way a path ends at its target (off the borders of cells, where rounding would move
// it to the next), so open floor has the share 1. At a
// boundary only the refracted light is followed.
CausticMap::Landing CausticMap::follow(const RenderScene& scene, const Floor& floor, const Vec3& target,
                                       const Vec3& to_sun, RayTally& tally) const {
    Ray ray{target + reach_ * to_sun, -to_sun};
    Landing landing{target, Vec3::Ones()};
    MediaStack media;
    for (Index depth = 0; depth < kBoundaries; ++depth) {
        ray.length = floor.distance(ray);
        const RayHit hit = scene.geometry().nearest(ray, tally);
        const Real length = std::min(hit.distance, ray.length);
        if (media.medium() && std::isfinite(length))
            landing.share = landing.share.cwiseProduct(beer_transmittance(length * media.absorption()));
        if (!hit.exists()) {
            if (!std::isfinite(ray.length)) return {};
            if (depth > 0) landing.position = ray.at(ray.length);
            return landing;
        }
        const SurfacePoint point = scene.surface_point(ray, hit);
        if (!point.liquid) return {};
        const LiquidBoundary boundary = liquid_boundary(ray.direction, point, media, offset_);
        ray = boundary.bent ? *boundary.bent : boundary.mirrored;
        media = boundary.bent ? boundary.bent_in : boundary.mirrored_in;
        if (boundary.bent) landing.share *= 1.0f - boundary.reflectance;
    }
    return {};
}

CausticMap::Cell CausticMap::cell_of(const Vec3& point) const {
    const Real x = (point.x() - x_) / cell_ - 0.5f;
    const Real z = (point.z() - z_) / cell_ - 0.5f;
    if (!(x >= 0.0f && z >= 0.0f && x < static_cast<Real>(width_ - 1) && z < static_cast<Real>(height_ - 1)))
        return {-1, -1, 0.0f, 0.0f};
    const auto i = static_cast<Index>(x);
    const auto k = static_cast<Index>(z);
    return {i, k, x - static_cast<Real>(i), z - static_cast<Real>(k)};
}

// Each path falls into the cell it ends in; the smoothing after it spreads it.
void CausticMap::deposit(const Landing& landing) {
    const auto i = static_cast<Index>(std::floor((landing.position.x() - x_) / cell_));
    const auto k = static_cast<Index>(std::floor((landing.position.z() - z_) / cell_));
    if (i < 0 || k < 0 || i >= width_ || k >= height_) return;
    cells_[static_cast<std::size_t>(k) * width_ + i] +=
        landing.share / static_cast<Real>(kPathsPerCell * kPathsPerCell);
}

// The weights 1 2 1 along each axis; the border stays as it is.
void CausticMap::smooth() {
    for (const Index stride : {1, width_}) {
        const std::vector<Vec3> old = cells_;
        for (Index k = 1; k + 1 < height_; ++k)
            for (Index i = 1; i + 1 < width_; ++i) {
                const std::size_t at = static_cast<std::size_t>(k) * width_ + i;
                cells_[at] = 0.25f * (old[at - stride] + old[at + stride]) + 0.5f * old[at];
            }
    }
}

Vec3 CausticMap::share(const Vec3& point) const {
    const Cell c = cell_of(point);
    if (c.x < 0) return Vec3::Ones();
    const Vec3* row = &cells_[static_cast<std::size_t>(c.z) * width_ + c.x];
    const Vec3* next = row + width_;
    return (1.0f - c.down) * ((1.0f - c.right) * row[0] + c.right * row[1]) +
           c.down * ((1.0f - c.right) * next[0] + c.right * next[1]);
}

}  // namespace lamella
