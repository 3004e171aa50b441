#include "test_liquid.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/flip/free_drops.hpp>
#include <lamella/flip/liquid_cells_ando2011.hpp>
#include <lamella/flip/surface_curvature.hpp>
#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>

#include <gtest/gtest.h>
#include <tests/cache/solver_state.hpp>

#include <cmath>
#include <numbers>
#include <optional>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.0005f;
constexpr Real kCell = 2.0f * kSpacing;
constexpr Real kTension = 0.0728f;
constexpr Index kBox = 48;  // spacings

// The points of a jittered lattice that a shape holds, in spacings, in a box of kBox spacings.
template <class Shape>
FlipSetup body_in_box(Shape&& holds, bool walls = false) {
    std::vector<Vec3> points;
    for (Index k = 0; k < kBox; ++k)
        for (Index j = 0; j < kBox; ++j)
            for (Index i = 0; i < kBox; ++i) {
                const Vec3 at = Vec3i(i, j, k).cast<Real>() + Vec3::Constant(0.5f);
                if (!holds(at)) continue;
                const std::uint64_t n = points.size();
                const Vec3 jitter(random_unit(1, 0, n), random_unit(1, 1, n), random_unit(1, 2, n));
                points.push_back(kSpacing * (at + 0.4f * (jitter - Vec3::Constant(0.5f))));
            }
    FlipSetup setup = block_in_tank({0, 0, 0}, Vec3i::Constant(kBox), kSpacing);
    setup.domain.open.fill(!walls);
    setup.gravity = Vec3::Zero();
    setup.parameters.surface_tension = kTension;
    setup.particles.resize(static_cast<Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) setup.particles.positions().set(static_cast<Index>(i), points[i]);
    return setup;
}

FlipSetup ball(const Vec3& centre, Real radius, bool walls = false) {
    return body_in_box([=](const Vec3& x) { return (x - centre).norm() < radius; }, walls);
}

// What a step makes of the particles before it solves for the pressure.
struct Grid {
    NeighbourGrid cells = NeighbourGrid::with_cells(kCell);
    std::optional<ParticleTiles> tiles;
    SolidGrid solids;
    GridSamples samples;
    LiquidCells liquid;

    explicit Grid(FlipSetup setup) : solids({setup.domain.box, setup.domain.open}, {}, kCell) {
        setup.particles.add<IndexColumn>("id");
        setup.particles.add<ScalarColumn>("filling");
        cells.build(setup.particles);
        measure_filling(cells, kSpacing, setup.particles);
        tiles.emplace(cells, kCell);
        solids.update(tiles->tiles, tiles->around, {});
        to_grid(FlipTransfer{}, *tiles, setup.particles, samples);
        find_liquid_cells(*tiles, setup.particles, solids, samples.fullness, liquid);
        find_surface_pressure(*tiles, solids, samples.fullness, 1.0, liquid);
    }
    // Calls f(centre in spacings, curvature per cell) in cells of the surface: neither empty nor full.
    template <class F>
    void for_each_surface_cell(F&& f) const {
        for (Index t = 0; t < tiles->tiles.count(); ++t)
            for (Index c = 0; c < kTileCells; ++c) {
                const Real fullness = samples.fullness.tile(t)[static_cast<std::size_t>(c)];
                const Vec3 at = (tiles->tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>();
                if (fullness > 0.25f && fullness < 0.75f)
                    f(Vec3(2.0f * (at + Vec3::Constant(0.5f))),
                      liquid.surface_pressure.tile(t)[static_cast<std::size_t>(c)]);
            }
    }
};

struct Spread {
    double sum = 0.0, squares = 0.0, count = 0.0;

    void add(double value) {
        sum += value;
        squares += value * value;
        count += 1.0;
    }
    double mean() const { return sum / count; }
    double deviation() const { return std::sqrt(squares / count - mean() * mean()); }
};

TEST(SurfaceCurvature, ABallHasTwiceTheInverseOfItsRadius) {
    for (const Real radius : {8.0f, 12.0f}) {
        Spread kappa;
        Grid(ball(Vec3::Constant(24.3f), radius)).for_each_surface_cell([&](const Vec3&, Real k) {
            kappa.add(k * radius / 4.0f);
        });
        EXPECT_NEAR(kappa.mean(), 1.0, 0.05) << radius;
        EXPECT_LT(kappa.deviation(), 0.15) << radius;
    }
}

TEST(SurfaceCurvature, AThreadHasTheInverseOfItsRadiusAndAHoleItsNegative) {
    const auto across = [](const Vec3& x) { return std::hypot(x.x() - 24.2f, x.y() - 23.7f); };
    Spread thread, hole;
    const auto middle = [](const Vec3& x) { return x.z() > 16.0f && x.z() < 32.0f; };
    Grid(body_in_box([&](const Vec3& x) {
        return across(x) < 8.0f;
    })).for_each_surface_cell([&](const Vec3& x, Real k) {
        if (middle(x)) thread.add(k * 4.0f);
    });
    Grid(body_in_box([&](const Vec3& x) { return across(x) > 12.0f; }, true))
        .for_each_surface_cell([&](const Vec3& x, Real k) {
            if (middle(x) && across(x) < 16.0f) hole.add(k * 6.0f);
        });
    EXPECT_NEAR(thread.mean(), 1.0, 0.06);
    EXPECT_NEAR(hole.mean(), -1.0, 0.08);
}

// Half a ball on a wall has the curvature of a whole one down to the wall; a pool between walls has none.
TEST(SurfaceCurvature, SurfacesMeetWallsAtRightAngles) {
    Spread low, flat;
    Grid(ball({24.0f, 0.0f, 24.0f}, 10.0f, true)).for_each_surface_cell([&](const Vec3& x, Real k) {
        if (x.y() > 0.0f && x.y() < 4.0f) low.add(k * 2.5f);
    });
    Grid(body_in_box([](const Vec3& x) { return x.y() < 11.0f; }, true))
        .for_each_surface_cell([&](const Vec3& x, Real k) {
            if (x.minCoeff() > 0.0f && x.maxCoeff() < kBox && x.y() > 8.0f) flat.add(k);
        });
    EXPECT_NEAR(low.mean(), 1.0, 0.06);
    EXPECT_LT(low.deviation(), 0.15);
    EXPECT_NEAR(flat.mean(), 0.0, 0.01);
    EXPECT_LT(flat.deviation(), 0.03);
}

// A push on everything is taken back from the drop in the air, and stays on the one that touches the floor.
TEST(FreeDrops, KeepTheirMomentum) {
    const Vec3 high(24.0f, 34.0f, 24.0f), low(24.0f, 4.0f, 24.0f);
    Grid grid(body_in_box([&](const Vec3& x) { return (x - high).norm() < 8.0f || (x - low).norm() < 8.0f; }, true));
    FreeDrops drops;
    drops.find(*grid.tiles, grid.solids, grid.liquid);
    FaceField before, velocity;
    assign(before, grid.tiles->tiles, 0.0f);
    assign(velocity, grid.tiles->tiles, 1.0f);
    drops.keep_momentum(*grid.tiles, grid.liquid, grid.samples.fullness, before, velocity);
    const auto at = [&](const Vec3& x, std::size_t a) {
        return velocity[a].at(grid.tiles->tiles, (0.5f * x).cast<Index>(), -1.0f);
    };
    for (std::size_t a = 0; a < 3; ++a) {
        EXPECT_NEAR(at(high, a), 0.0f, 1e-6f);
        EXPECT_FLOAT_EQ(at(low, a), 1.0f);
    }
}

TEST(FlipSurfaceTension, ADropStaysWholeAndHasThePressureOfLaplace) {
    FlipSetup setup = ball(Vec3::Constant(24.1f), 8.0f);
    setup.probed.pressure = true;
    SoleSolver<FlipSolver> solver(std::move(setup));
    const Box3 start = bounds(solver->particles().positions());
    solver.run_until(0.2);
    const Box3 end = bounds(solver->particles().positions());
    EXPECT_LT((end.min - start.min).cwiseAbs().maxCoeff(), 1.5f * kSpacing);
    EXPECT_LT((end.max - start.max).cwiseAbs().maxCoeff(), 1.5f * kSpacing);
    Spread pressure;
    for (const PressureSample& sample : solver->liquid_view().pressures)
        if ((sample.at - kSpacing * Vec3::Constant(24.1f)).norm() < 4.0f * kSpacing) pressure.add(sample.pressure);
    const double radius = std::cbrt(0.75 * solver->particles().size() / std::numbers::pi) * kSpacing;
    EXPECT_NEAR(pressure.mean() * radius / (2.0 * kTension), 1.0, 0.08);
    const double limit = longest_capillary_step(1000.0, kTension, kCell);
    EXPECT_LE(solver->take_report().longest_step, 1.000001 * limit);
}

// A particle that has come off goes back, one that is far away does not.
TEST(FlipSurfaceTension, DrawsInWhatHasComeOff) {
    const Vec3 centre = Vec3::Constant(24.1f);
    FlipSetup setup = ball(centre, 8.0f);
    const Index n = setup.particles.size();
    setup.particles.resize(n + 2);
    const auto place = [&](Real off) -> Vec3 { return kSpacing * (centre + Vec3(8.0f + off, 0.0f, 0.0f)); };
    setup.particles.positions().set(n, place(2.0f));
    setup.particles.positions().set(n + 1, place(7.0f));
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.05);
    const auto& id = solver->particles().get<IndexColumn>("id");
    for (Index i = 0; i < id.size(); ++i) {
        const Real off = (solver->particles().positions()[i] / kSpacing - centre).norm() - 8.0f;
        if (id[i] == n + 1)
            EXPECT_NEAR(off, 7.0f, 0.1f);
        else
            EXPECT_LT(off, 1.3f) << id[i];
    }
}

TEST(FlipSurfaceTension, ACubeBecomesRound) {
    const auto reach = [](const FlipSolver& solver) {
        const auto& x = solver.particles().positions();
        Vec3 centre = Vec3::Zero();
        for (Index i = 0; i < x.size(); ++i) centre += x[i] / static_cast<Real>(x.size());
        Real farthest = 0.0f;
        for (Index i = 0; i < x.size(); ++i) farthest = std::max(farthest, (x[i] - centre).norm());
        return farthest / (kSpacing * std::cbrt(0.75f * static_cast<Real>(x.size()) / std::numbers::pi_v<Real>));
    };
    FlipSetup setup =
        body_in_box([](const Vec3& x) { return (x - Vec3::Constant(24.0f)).cwiseAbs().maxCoeff() < 6.0f; });
    SoleSolver<FlipSolver> solver(std::move(setup));
    EXPECT_GT(reach(solver), 1.25f);
    solver.run_until(0.6);
    EXPECT_LT(reach(solver), 1.2f);
}

TEST(FlipSurfaceTension, IsTheSameForAnyNumberOfThreads) {
    std::array<std::uint64_t, 3> hashes{};
    for (int threads = 1; threads <= 3; ++threads) {
        const ThreadLimit limit(threads);
        SoleSolver<FlipSolver> solver(ball({24.0f, 5.0f, 24.0f}, 7.0f, true));
        solver.run_until(0.02);
        hashes[static_cast<std::size_t>(threads - 1)] = state_hash(solver);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace lamella
