#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/particle_cloud.hpp>
#include <lamella/validation/cases/surface_fields.hpp>
#include <lamella/validation/cases/surface_shapes.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kMargin = 2.5;  // rays start that far outside
constexpr double kDepth = 5.0;   // and search that far

// A field on particles at the spacing 1.
class UnitField {
public:
    UnitField(const SurfaceField& settings, const ParticleSet& particles)
        : cloud_(particles, 1.0f),
          field_(std::visit([&](const auto& parameters) { return parameters.field(cloud_); }, settings)) {}
    const ImplicitField& operator*() const { return *field_; }

private:
    ParticleCloud cloud_;
    std::unique_ptr<ImplicitField> field_;
};

// The thickness between rays from above and below through the origin's plane, and how many miss.
ThinMeasure thickness(const ImplicitField& field, double half_thickness) {
    const double from = half_thickness + kMargin;
    const auto down = first_entries(field, vertical_rays(from, true, 10.0, 60), 2 * from);
    const auto up = first_entries(field, vertical_rays(-from, false, 10.0, 60), 2 * from);
    ThinMeasure m;
    for (std::size_t r = 0; r < down.size(); ++r) {
        const double t = 2 * from - down[r].along - up[r].along;
        (std::isnan(t) ? m.holes : m.volume) += std::isnan(t) ? 1.0 : t;
    }
    const auto n = static_cast<double>(down.size());
    m.volume /= n;
    m.holes /= n;
    return m;
}

}  // namespace

BallMeasure measure_ball(const SurfaceField& settings, bool lattice, Real radius, std::uint64_t seed) {
    const ParticleSet particles = lattice ? lattice_ball(radius, seed) : shell_ball(radius, seed);
    const UnitField field(settings, particles);
    const auto rays = rays_to_origin(radius + kMargin, 3000);
    const auto entries = first_entries(*field, rays, kDepth);
    double cubes = 0.0;
    for (const Entry& e : entries) cubes += std::pow(radius + kMargin - e.along, 3) / static_cast<double>(rays.size());
    return {4.0 / 3.0 * std::numbers::pi * cubes / particles.size(), ray_statistics(rays, entries, kMargin)};
}

RayStatistics measure_pool(const SurfaceField& settings, bool tilted, std::uint64_t seed) {
    const UnitField field(settings, tilted ? tilted_pool(seed) : pool(seed));
    const auto rays = vertical_rays(kMargin, true, 5.0, 50);
    return ray_statistics(rays, first_entries(*field, rays, kDepth), kMargin);
}

CubeMeasure measure_cube(const SurfaceField& settings, std::uint64_t seed) {
    constexpr Index kEdge = 12;
    const double half = 0.5 * kEdge;
    const UnitField field(settings, cube(kEdge, seed));
    std::vector<MeasuringRay> edges;
    std::vector<MeasuringRay> corners;
    const auto ray_through = [&](const Vec3d& foot, const Vec3d& ideal) {
        const Vec3d out = (ideal - foot).normalized();
        return MeasuringRay{ideal + kMargin * out, -out};
    };
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 4; ++side)
            for (double t = -3.0; t <= 3.0; t += 0.25) {
                Vec3d ideal;
                ideal[axis] = t;
                ideal[(axis + 1) % 3] = side & 1 ? half : -half;
                ideal[(axis + 2) % 3] = side & 2 ? half : -half;
                edges.push_back(ray_through(t * Vec3d::Unit(axis), ideal));
            }
    for (int c = 0; c < 8; ++c)
        corners.push_back(ray_through(Vec3d::Zero(), half * Vec3d(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1)));
    CubeMeasure m;
    for (const Entry& e : first_entries(*field, edges, kDepth)) {
        m.edge_mean += (e.along - kMargin) / static_cast<double>(edges.size());
        m.edge_largest = std::max(m.edge_largest, std::abs(e.along - kMargin));
    }
    for (const Entry& e : first_entries(*field, corners, kDepth))
        m.corner_mean += (e.along - kMargin) / static_cast<double>(corners.size());
    return m;
}

ThinMeasure measure_sheet(const SurfaceField& settings, Real spacing, std::uint64_t seed) {
    const UnitField field(settings, sheet(spacing, seed));
    ThinMeasure m = thickness(*field, 0.5);
    m.volume *= static_cast<double>(spacing) * spacing;
    return m;
}

ThinMeasure measure_slab(const SurfaceField& settings, Index layers, std::uint64_t seed) {
    const UnitField field(settings, slab(layers, seed));
    ThinMeasure m = thickness(*field, 0.5 * layers);
    m.volume /= layers;
    return m;
}

ThinMeasure measure_filament(const SurfaceField& settings, Index side, std::uint64_t seed) {
    const UnitField field(settings, filament(side, seed));
    std::vector<MeasuringRay> rays;
    const double from = 0.5 * side + kMargin;
    constexpr Index kTurns = 24;
    for (double x = -20.0; x <= 20.0; x += 0.25)
        for (Index k = 0; k < kTurns; ++k) {
            const double turn = 2.0 * std::numbers::pi * k / kTurns;
            const Vec3d out(0.0, std::cos(turn), std::sin(turn));
            rays.push_back({x * Vec3d::UnitX() + from * out, -out});
        }
    ThinMeasure m;
    for (const Entry& e : first_entries(*field, rays, from)) {
        if (std::isnan(e.along)) m.holes += 1.0;
        if (!std::isnan(e.along)) m.volume += std::numbers::pi * std::pow(from - e.along, 2);
    }
    m.volume /= static_cast<double>(rays.size()) * side * side;
    m.holes /= static_cast<double>(rays.size());
    return m;
}

double measure_slits(const SurfaceField& settings, std::uint64_t seed) {
    constexpr Real kPair = 1.5f;
    const ParticleSet particles = torn_sheet(seed);
    const UnitField field(settings, particles);
    const Vec3Column& x = particles.positions();
    std::vector<Vec3> middles;
    for (Index i = 0; i < x.size(); ++i)
        for (Index j = 0; j < i; ++j)
            if ((x[i] - x[j]).norm() <= kPair) middles.push_back(0.5f * (x[i] + x[j]));
    const auto open = [&](const FieldSample& s) { return s.value < (*field).level(); };
    return static_cast<double>(std::ranges::count_if((*field).samples(middles), open)) /
           static_cast<double>(middles.size());
}

GapMeasure measure_gap(const SurfaceField& settings, Real gap, bool joined, std::uint64_t seed) {
    const UnitField field(settings, two_slabs(gap, joined, seed));
    const auto up = first_entries(*field, vertical_rays(0.0, false, 5.0, 40), kDepth);
    const auto down = first_entries(*field, vertical_rays(0.0, true, 5.0, 40), kDepth);
    GapMeasure m;
    for (std::size_t r = 0; r < up.size(); ++r) {
        m.width += (up[r].along + down[r].along) / static_cast<double>(up.size());
        m.bridged += up[r].along <= 0.0 ? 1.0 / static_cast<double>(up.size()) : 0.0;
    }
    return m;
}

}  // namespace lamella
