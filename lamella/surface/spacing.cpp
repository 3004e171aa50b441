#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/symmetric_eigenvalues.hpp>
#include <lamella/particles/covariance.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/particles/neighbours.hpp>
#include <lamella/surface/particle_cloud.hpp>
#include <lamella/surface/spacing.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace lamella {
namespace {

constexpr Real kSmallest = 1e-6f;  // the smallest support, in diagonals of the bounds

[[noreturn]] void give_up(Index particles) {
    throw InputError(
        fmt::format("the particle spacing cannot be guessed from the positions of {} particles and there "
                    "is no pscale column: give the spacing",
                    particles));
}

// The value below which the given share of the values lies.
Real quantile(std::vector<Real> values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

std::optional<Real> usable(Real spacing) {
    return spacing > 0.0f && std::isfinite(spacing) ? std::optional(spacing) : std::nullopt;
}

std::optional<Real> from_pscale(const ParticleSet& particles) {
    const auto* radius = particles.find<ScalarColumn>("pscale");
    if (!radius) return {};
    return usable(2.0f * quantile({radius->span().begin(), radius->span().end()}, 0.5));
}

std::optional<Real> from_mass(const ParticleSet& particles) {
    const auto* mass = particles.find<ScalarColumn>("mass");
    const auto* density = particles.find<ScalarColumn>("density");
    if (!mass || !density) return {};
    std::vector<Real> volumes(static_cast<std::size_t>(particles.size()));
    for (Index i = 0; i < particles.size(); ++i) volumes[static_cast<std::size_t>(i)] = (*mass)[i] / (*density)[i];
    return usable(std::cbrt(quantile(std::move(volumes), 0.5)));
}

// A radius around which cells hold about eight particles, found by shrinking the cells from the size of
// the bounds: clusters far apart need several steps.
Real radius_of_small_cells(ParticleSet& particles, Real diagonal) {
    constexpr double kWanted = 8.0;
    Real radius = diagonal / 2.0f;
    for (int step = 0; step < 60; ++step) {
        NeighbourGrid grid(radius);
        grid.build(particles);
        const double occupancy = static_cast<double>(particles.size()) / grid.cell_count();
        if (occupancy < 1.5 * kWanted) return radius;
        radius *= static_cast<Real>(std::cbrt(kWanted / occupancy));
        if (!(radius > kSmallest * diagonal)) break;
    }
    give_up(particles.size());
}

// What one support sees around every particle.
struct Surroundings {
    std::vector<Real> density;   // of number
    std::vector<Real> interior;  // the same of particles deep inside
    std::vector<Real> nearest;   // the distance from the nearest particle, at most the support
};

// The distance of the nearest of the others, at most `reach`.
[[gnu::flatten]] Real nearest_of(const NeighbourRange& range, Index self, Real reach) {
    Real least = reach * reach;
    range.for_each_pack([&](const NeighbourPack& j) {
        for (int lane = 0; lane < kPackWidth; ++lane)
            if (j.inside[lane] && j.first + lane != self) least = std::min(least, j.distance_squared[lane]);
    });
    return std::sqrt(least);
}

// Deep inside the neighbours lie evenly around: their mean is here, and no direction has much less of them.
bool deep_inside(const NeighbourMoments& m, Real h) {
    if (m.mean.norm() > 0.1f * h) return false;
    const Vec3 variances = symmetric_eigenvalues(m.covariance.cast<Real>());
    return variances.z() > 0.6f * variances.x();
}

Surroundings look_around(Real h, ParticleSet& particles) {
    NeighbourGrid grid(h);
    grid.build(particles);
    Neighbours near;
    near.find(grid, particles.positions());
    Surroundings s;
    s.density.resize(static_cast<std::size_t>(particles.size()));
    s.nearest.resize(s.density.size());
    std::vector<std::uint8_t> deep(s.density.size());
    const CubicSpline W(h);
    const CubicWeight w(h);
    parallel_for("number density", particles.size(), [&](Index i) {
        s.density[i] = sum_over(near.of(i), [&](const auto& j) { return W(j.distance()); });
        s.nearest[i] = nearest_of(near.of(i), i, h);
        deep[i] = deep_inside(neighbour_moments(near.of(i), [&](const auto& j) { return w(j.distance()); }), h) ? 1 : 0;
    });
    for (std::size_t i = 0; i < deep.size(); ++i)
        if (deep[i]) s.interior.push_back(s.density[i]);
    return s;
}

// The lower quartile deep inside, because particles are pressed together there rather than apart; where
// nothing is deep inside, the upper one of all.
SpacingGuess spacing_seen_with(Real h, ParticleSet& particles) {
    constexpr std::size_t kEnough = 8;
    Surroundings s = look_around(h, particles);
    const bool enough = s.interior.size() >= kEnough;
    const Real density = enough ? quantile(std::move(s.interior), 0.25) : quantile(std::move(s.density), 0.75);
    return {1.0f / std::cbrt(density), SpacingSource::positions, quantile(std::move(s.nearest), 0.5)};
}

// A copy of the positions relative to the corner of their bounds.
ParticleSet positions_from_corner(const Vec3Column& x) {
    require_within(x, 1e30f);
    const Vec3 corner = bounds(x).min;
    ParticleSet points;
    points.resize(x.size());
    auto& p = points.add<Vec3Column>("P");
    for (Index i = 0; i < x.size(); ++i) p.set(i, x[i] - corner);
    return points;
}

SpacingGuess from_positions(const ParticleSet& particles) {
    ParticleSet points = positions_from_corner(particles.positions());
    const Real diagonal = bounds(points.positions()).diagonal();
    if (!(diagonal > 0.0f) || !std::isfinite(diagonal)) give_up(points.size());
    // The sum counts a particle itself, which matters less the wider the support is.
    const Real first = spacing_seen_with(radius_of_small_cells(points, diagonal), points).spacing;
    return spacing_seen_with(std::max(3.0f * first, kSmallest * diagonal), points);
}

}  // namespace

SpacingGuess guess_spacing(const ParticleSet& particles) {
    if (particles.size() == 0) give_up(0);
    if (const auto spacing = from_pscale(particles)) return {*spacing, SpacingSource::pscale};
    if (const auto spacing = from_mass(particles)) return {*spacing, SpacingSource::mass_and_density};
    return from_positions(particles);
}

}  // namespace lamella
