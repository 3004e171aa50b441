#include "benchmarks.hpp"
#include "liquid_step.hpp"
#include "point_sets.hpp"

#include <lamella/matter/sole_solver.hpp>
#include <lamella/sph/sph_solver.hpp>

namespace lamella {

namespace {

constexpr Real kSpacing = 0.02f;

// One layer of points around a box of `cells` spacings.
std::vector<Vec3> tank(const Vec3i& cells) {
    std::vector<Vec3> points;
    for (Index k = -1; k <= cells.z(); ++k)
        for (Index j = -1; j <= cells.y(); ++j)
            for (Index i = -1; i <= cells.x(); ++i) {
                const Vec3i c(i, j, k);
                const bool inside = (c.array() >= 0).all() && (c.array() < cells.array()).all();
                if (!inside) points.push_back(kSpacing * (c.cast<Real>() + Vec3::Constant(0.5f)));
            }
    return points;
}

// A block of liquid at the end of a tank.
SphSetup dam_break(const Vec3i& block, const Vec3i& tank_cells, const PressureSolvers::Parameters& pressure,
                   double step) {
    SphSetup setup;
    setup.parameters.pressure = pressure;
    setup.parameters.max_step = step;
    setup.materials[0].viscosity = 0.01f;
    setup.spacing = kSpacing;
    setup.domain.box = {Vec3::Zero(), kSpacing * tank_cells.cast<Real>()};
    setup.walls = tank(tank_cells);
    setup.expected_speed = std::sqrt(2.0f * 9.81f * kSpacing * static_cast<Real>(block.y()));
    setup.particles.resize(block.prod());
    auto& x = setup.particles.add<Vec3Column>("P");
    Index n = 0;
    for (Index k = 0; k < block.z(); ++k)
        for (Index j = 0; j < block.y(); ++j)
            for (Index i = 0; i < block.x(); ++i)
                x.set(n++, kSpacing * (Vec3i(i, j, k).cast<Real>() + Vec3::Constant(0.5f)));
    return setup;
}

// The scenes, steps and tolerances that SPlisHSPlasH 2.16 was measured with.
const Vec3i kSmallBlock(51, 51, 41);  // 106,641 particles
const Vec3i kSmallTank(200, 150, 44);
const Vec3i kLargeBlock(101, 51, 81);  // 417,231 particles
const Vec3i kLargeTank(400, 150, 84);

PressureSolvers::Parameters dfsph() {
    DfsphBender2015::Parameters p;
    p.density_error = 5e-4f;
    p.divergence_error = 1e-3f;
    return p;
}
// As many iterations as SPlisHSPlasH took: two for the density and one for the divergence.
PressureSolvers::Parameters dfsph_at_two_iterations() {
    DfsphBender2015::Parameters p;
    p.min_iterations = 2;
    p.density_error = p.divergence_error = 0.1f;
    return p;
}
PressureSolvers::Parameters pcisph() {
    PcisphSolenthaler2009::Parameters p;
    p.density_error = 5e-4f;
    p.min_iterations = 2;
    return p;
}

// The whole of He et al. 2014 in its own host, at three iterations.
SphSetup he2014(Real support) {
    LocalPoissonHe2012::Parameters p;
    p.min_iterations = p.max_iterations = 3;
    p.density_error = 0.1f;
    SphSetup setup = dam_break({92, 72, 52}, {200, 150, 56}, p, 1e-3);  // 344,448 particles
    setup.parameters.support = support;
    setup.parameters.surface_tension = SurfaceTensionHe2014::Parameters{};
    setup.parameters.air_pressure = AirPressureHe2014::Parameters{};
    setup.parameters.thin_features = ThinFeaturesCorrected::Parameters{};
    return setup;
}

// The mean of `steps` steps, after one that allocates.
LiquidStep mean_step(SphSetup setup, int steps) {
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.step(1.0);
    solver->take_report();
    const double seconds = seconds_of([&] {
        for (int k = 0; k < steps; ++k) solver.step(1.0);
    });
    return {seconds / steps, static_cast<double>(solver->take_report().solves["pressure"].iterations) / steps,
            solver->particles().size()};
}

}  // namespace

Figures sph_benchmark() {
    const double fine = 2e-4;
    const double coarse = 1e-3;
    const LiquidStep wcsph_small =
        mean_step(dam_break(kSmallBlock, kSmallTank, WcsphBecker2007::Parameters{}, fine), 100);
    const LiquidStep wcsph_large =
        mean_step(dam_break(kLargeBlock, kLargeTank, WcsphBecker2007::Parameters{}, fine), 25);
    const LiquidStep wcsph_million =
        mean_step(dam_break({100, 100, 100}, {150, 100, 100}, WcsphBecker2007::Parameters{}, fine), 10);
    const LiquidStep dfsph_small = mean_step(dam_break(kSmallBlock, kSmallTank, dfsph(), coarse), 100);
    const LiquidStep dfsph_small_two =
        mean_step(dam_break(kSmallBlock, kSmallTank, dfsph_at_two_iterations(), coarse), 100);
    const double gain = gain_of_two_threads(
        [&] { return SoleSolver<SphSolver>(dam_break(kSmallBlock, kSmallTank, dfsph(), coarse)); }, 1.0, 10);
    const LiquidStep dfsph_half_second = mean_step(dam_break(kSmallBlock, kSmallTank, dfsph(), coarse), 500);
    const LiquidStep dfsph_large = mean_step(dam_break(kLargeBlock, kLargeTank, dfsph(), coarse), 30);
    const LiquidStep dfsph_large_two =
        mean_step(dam_break(kLargeBlock, kLargeTank, dfsph_at_two_iterations(), coarse), 30);
    const LiquidStep pcisph_small = mean_step(dam_break(kSmallBlock, kSmallTank, pcisph(), coarse), 50);
    const LiquidStep he_narrow = mean_step(he2014(2.0f), 10);
    const LiquidStep he_wide = mean_step(he2014(2.5f), 10);
    return {"sph",
            "dam breaks with the steps and tolerances that SPlisHSPlasH was measured with, 2 threads",
            {{"wcsph_106641", wcsph_small.seconds, "s a step", at_most(0.032)},
             {"wcsph_417231", wcsph_large.seconds, "s a step", at_most(0.125)},
             {"wcsph_1000000", wcsph_million.microseconds(), "us a particle", at_most(0.30)},
             {"wcsph_growth", wcsph_million.microseconds() / wcsph_small.microseconds(), "x a particle, 1M to 107k",
              Bar{Better::lower, 1.3, false}},
             {"dfsph_106641_two_iterations", dfsph_small_two.seconds, "s a step", at_most(0.048)},
             {"dfsph_106641", dfsph_small.seconds, "s a step", {}},
             {"dfsph_106641_iterations", dfsph_small.iterations, "a step", {}},
             {"dfsph_two_threads", gain, "x one", Bar{Better::higher, 1.8, false}},
             {"dfsph_half_second", dfsph_half_second.seconds, "s a step", at_most(0.075)},
             {"dfsph_half_second_iterations", dfsph_half_second.iterations, "a step", {}},
             {"dfsph_417231_two_iterations", dfsph_large_two.seconds, "s a step", at_most(0.19)},
             {"dfsph_417231", dfsph_large.seconds, "s a step", {}},
             {"dfsph_417231_iterations", dfsph_large.iterations, "a step", {}},
             {"pcisph_106641", pcisph_small.seconds, "s a step", at_most(0.12)},
             {"pcisph_106641_iterations", pcisph_small.iterations, "a step", {}},
             {"he2014_support_2", he_narrow.microseconds(), "us a particle", at_most(0.8)},
             {"he2014_support_2.5", he_wide.microseconds(), "us a particle", at_most(1.5)}}};
}

}  // namespace lamella
