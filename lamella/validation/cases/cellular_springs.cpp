// A cellular flow without divergence stirs particles that started almost evenly: they end up at random. Weak springs
// keep them apart. Measured is the relative standard deviation of the density, with the weight 1 - (r / 2 d)^2, and the
// 1 % quantile of the distance to the nearest other, after 400 steps of half a spacing in a periodic box of 8000.
#include <lamella/core/random.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/particles/covariance.hpp>
#include <lamella/prescribed/prescribed_solver.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Index kSteps = 400;

struct Evenness {
    double deviation = 0.0;  // of the density
    double nearest = 0.0;    // 1 % quantile, in spacings
};

Evenness evenness(const PrescribedSolver& solver, const PeriodicBox& box) {
    ParticleSet particles = solver.particles();
    NeighbourGrid grid(2.0f, box);
    grid.build(particles);
    Neighbours neighbours;
    neighbours.find(grid, particles.positions());
    const QuadraticWeight w(2.0f);
    const Index n = particles.size();
    std::vector<Real> nearest(static_cast<std::size_t>(n));
    double sum = 0.0;
    double squares = 0.0;
    for (Index i = 0; i < n; ++i) {
        const double density = sum_over(neighbours.of(i), [&](const NeighbourPack& j) { return w(j); });
        sum += density;
        squares += density * density;
        Real least = 4.0f;
        neighbours.of(i).for_each_pack([&](const NeighbourPack& j) {
            for (int lane = 0; lane < kPackWidth; ++lane)
                if (j.inside[lane] && j.first + lane != i) least = std::min<Real>(least, j.distance_squared[lane]);
        });
        nearest[i] = std::sqrt(least);
    }
    std::ranges::sort(nearest);
    return {std::sqrt(std::max(squares / n - sum / n * (sum / n), 0.0)) / (sum / n),
            nearest[static_cast<std::size_t>(n / 100)]};
}

Evenness stir(const Run& run, Index side, const WeakSpringMethod& springs) {
    PrescribedSetup setup;
    const auto edge = static_cast<Real>(side);
    setup.spacing = 1.0f;
    setup.domain.box = {Vec3::Zero(), Vec3::Constant(edge)};
    setup.domain.periodic = {{true, true, true}, Vec3::Zero(), Vec3::Constant(edge)};
    setup.parameters.flow = CellularField{edge, 1.0f};
    setup.parameters.springs = springs;
    setup.parameters.max_step = 0.5;
    std::vector<Vec3> points;
    for (Index k = 0; k < side * side * side; ++k) {
        const Vec3 place = Vec3i(k % side, k / side % side, k / side / side).cast<Real>().array() + 0.5f;
        points.push_back(place + 0.2f * random_in_cube(7, 0, static_cast<std::uint64_t>(k)));
    }
    setup.particles = particles_from_points(points);
    SoleSolver<PrescribedSolver> solver(setup);
    for (Index k = 0; k < kSteps; ++k) {
        run.throw_if_stopped();
        solver.step(0.5);
    }
    return evenness(solver, setup.domain.periodic);
}

}  // namespace

void measure_cellular_springs(const Run& run, const ValidateOptions& options, CaseResult& result) {
    constexpr Index kSide = 20;
    const Evenness without = stir(run, kSide, NoSprings{});
    auto& out = result.measurements;
    out.push_back({"no springs: deviation of the density", "1", without.deviation, 0.18, reported(),
                   "0.18 in a trial program before this one"});
    out.push_back({"no springs: 1 % quantile of the nearest distance, in spacings", "1", without.nearest, 0.14,
                   reported(), "0.14 in the trial program"});
    for (const Real k : options.full ? std::vector<Real>{0.05f, 0.1f, 0.2f} : std::vector<Real>{0.1f}) {
        const Evenness with = stir(run, kSide, TangentialSprings{k});
        out.push_back({fmt::format("k = {}: deviation without springs over that with them", k), "1",
                       without.deviation / with.deviation, 2.0, k >= 0.1f ? lower_bound() : reported(),
                       "2.0 with k = 0.1 and 2.4 with 0.3 in the trial program"});
        out.push_back({fmt::format("k = {}: 1 % quantile of the nearest distance, in spacings", k), "1", with.nearest,
                       0.6, k >= 0.1f ? lower_bound() : reported(), "0.71 with k = 0.1 in the trial program"});
    }
}

}  // namespace lamella
