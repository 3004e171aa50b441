#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/neighbour_grid.hpp>
#include <lamella/validation/hole_measure.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kFarthest = 4.0f;  // spacings
constexpr Real kHole = 1.5f;

// The distances to the nearest particle, in spacings.
std::vector<Real> gaps(const Vec3Column& tracers, const Vec3Column& particles, Real spacing) {
    ParticleSet sorted;
    sorted.resize(particles.size());
    sorted.add<Vec3Column>("P") = particles;
    NeighbourGrid grid(spacing);
    grid.build(sorted);
    std::vector<Real> result(static_cast<std::size_t>(tracers.size()));
    parallel_for("gaps", tracers.size(), [&](Index i) {
        const Vec3 p = tracers[i];
        const auto nearest_within = [&](Real reach) {
            Real least = reach * reach;
            grid.for_each_range_in_box(Box3{p, p}.padded(reach), [&](ParticleRange range) {
                for (Index j = range.begin; j < range.end; ++j)
                    least = std::min(least, (sorted.positions()[j] - p).squaredNorm());
            });
            return std::sqrt(least);
        };
        const Real near = nearest_within(spacing);
        result[i] = (near < spacing ? near : nearest_within(kFarthest * spacing)) / spacing;
    });
    return result;
}

}  // namespace

HoleMeasure measure_holes(const std::vector<Vec3>& tracers, const Vec3Column& particles, Real spacing) {
    ParticleSet sorted = particles_from_points(tracers);
    NeighbourGrid cells(spacing);
    cells.build(sorted);
    const std::vector<Real> gap = gaps(sorted.positions(), particles, spacing);
    const auto& id = sorted.get<IndexColumn>("id");
    Index holes = 0;
    for (Index c = 0; c < cells.cell_count(); ++c) {
        const auto [begin, end] = cells.particles_of(c);
        Index first = begin;
        for (Index i = begin; i < end; ++i)
            if (id[i] < id[first]) first = i;
        holes += gap[first] > kHole ? 1 : 0;
    }
    const auto beyond = std::ranges::count_if(gap, [](Real g) { return g > 1.0f; });
    return {static_cast<double>(holes) / cells.cell_count(),
            static_cast<double>(beyond) / static_cast<double>(gap.size()), std::ranges::max(gap)};
}

void carry(const VelocityField& field, double from, double to, double max_step, std::vector<Vec3>& tracers) {
    const double steps = std::ceil((to - from) / max_step);
    const double dt = (to - from) / steps;
    parallel_for("tracers", static_cast<Index>(tracers.size()), [&](Index i) {
        Vec3d x = tracers[i].cast<double>();
        for (double k = 0.0; k < steps; ++k) x = carried(field, x, from + k * dt, dt);
        tracers[i] = x.cast<Real>();
    });
}

std::vector<Vec3> points_in_ball(const Vec3& centre, Real radius, Index count) {
    std::vector<Vec3> points;
    for (std::uint64_t k = 0; static_cast<Index>(points.size()) < count; ++k) {
        const Vec3 p = random_in_cube(11, 0, k);
        if (p.squaredNorm() < 1.0f) points.push_back(centre + radius * p);
    }
    return points;
}

}  // namespace lamella
