#include "test_liquid.hpp"

#include <lamella/core/family.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/flip/cell_viscosity.hpp>

#include <gtest/gtest.h>
#include <tests/cache/solver_state.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;
constexpr Real kCoarse = 0.04f;

Vec3d mean_position(const FlipSolver& solver) {
    Vec3d sum = Vec3d::Zero();
    const auto& x = solver.particles().positions();
    for (Index i = 0; i < x.size(); ++i) sum += x[i].cast<double>();
    return sum / x.size();
}

Real fastest(const FlipSolver& solver) {
    const auto& v = solver.particles().get<Vec3Column>("v");
    Real speed = 0.0f;
    for (Index i = 0; i < v.size(); ++i) speed = std::max(speed, v[i].norm());
    return speed;
}

Box3 extent(const FlipSolver& solver) { return bounds(solver.particles().positions()); }

FlipSetup dam(const TransferMethod& transfer) {
    FlipSetup setup = block_in_tank({8, 12, 6}, {24, 16, 6}, kCoarse);
    setup.parameters.transfer = transfer;
    return setup;
}

class EveryTransfer : public testing::TestWithParam<TransferMethod> {};
INSTANTIATE_TEST_SUITE_P(FlipSolver, EveryTransfer, testing::ValuesIn(every_alternative<TransferMethod>()));

TEST_P(EveryTransfer, WaterAtRestStaysAtRest) {
    FlipSetup setup = block_in_tank({12, 12, 10}, {12, 20, 10}, kSpacing);
    setup.parameters.transfer = GetParam();
    SoleSolver<FlipSolver> solver(std::move(setup));
    const Vec3d start = mean_position(solver);
    solver.run_until(0.3);
    EXPECT_LT(fastest(solver), 2e-3f);
    EXPECT_LT((mean_position(solver) - start).norm(), 1e-3 * kSpacing);
}

TEST_P(EveryTransfer, ABlockFallsFreely) {
    FlipSetup setup = block_in_tank({8, 8, 8}, {40, 200, 40}, kSpacing);
    setup.parameters.transfer = GetParam();
    auto& x = setup.particles.positions();
    for (Index i = 0; i < x.size(); ++i) x.set(i, x[i] + Vec3(0.3f, 3.0f, 0.3f));
    SoleSolver<FlipSolver> solver(std::move(setup));
    const Vec3d start = mean_position(solver);
    solver.run_until(0.3);
    EXPECT_NEAR(mean_position(solver).y() - start.y(), -0.5 * 9.81 * 0.09, 0.01 * kSpacing);
    EXPECT_NEAR(mean_position(solver).x(), start.x(), 1e-4);
}

TEST_P(EveryTransfer, ADamBreakLosesNothing) {
    SoleSolver<FlipSolver> solver(dam(GetParam()));
    const Index start = solver->particles().size();
    solver.run_until(1.0);
    EXPECT_EQ(solver->particles().size(), start);
    EXPECT_EQ(solver->inventory().lost(), 0);
    EXPECT_EQ(solver->take_report().solves.at("pressure").failures, 0);
}

TEST(FlipSolver, LiquidDoesNotHangOnTheCeiling) {
    SoleSolver<FlipSolver> solver(dam(FlipTransfer{}));
    Real highest = 0.0f;
    for (int k = 1; k <= 10; ++k) {
        solver.run_until(0.1 * k);
        highest = std::max(highest, extent(solver).max.y());
    }
    EXPECT_GT(highest, 0.6f);  // it reached the ceiling at 0.64
    EXPECT_LT(extent(solver).max.y(), 0.5f);
}

TEST_P(EveryTransfer, HasTheSameBitsForAnyNumberOfThreads) {
    std::array<std::uint64_t, 3> hashes{};
    for (int threads = 1; threads <= 3; ++threads) {
        const ThreadLimit limit(threads);
        FlipSetup setup = dam(GetParam());
        setup.parameters.springs = TangentialSprings{};
        setup.parameters.sheets = SheetParameters{};
        SoleSolver<FlipSolver> solver(std::move(setup));
        solver.run_until(0.2);
        hashes[static_cast<std::size_t>(threads - 1)] = state_hash(solver);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST_P(EveryTransfer, GoesOnFromItsStateWithTheSameBits) {
    const auto make = [&] {
        FlipSetup setup = dam(GetParam());
        setup.parameters.springs = TangentialSprings{};
        setup.parameters.sheets = SheetParameters{};
        return setup;
    };
    SoleSolver<FlipSolver> whole(make());
    whole.run_until(0.1);
    SoleSolver<FlipSolver> resumed(make());
    go_on_from(state_of(whole), resumed);
    whole.run_until(0.2);
    resumed.run_until(0.2);
    EXPECT_EQ(state_hash(whole), state_hash(resumed));
}

// Interpolated distances to a ball are too large by up to cell^2 / (4 R) = 0.2 spacings.
TEST(FlipSolver, SolidsKeepLiquidOut) {
    FlipSetup setup = block_in_tank({16, 24, 12}, {48, 32, 12}, kSpacing);
    Body ball;
    const Vec3 centre(0.55f, 0.05f, 0.12f);
    ball.rest_distance = [=](const Vec3& p) { return (p - centre).norm() - 0.1f; };
    setup.bodies.push_back(ball);
    SoleSolver<FlipSolver> solver(std::move(setup));
    for (int k = 1; k <= 4; ++k) {
        solver.run_until(0.1 * k);
        const auto& x = solver->particles().positions();
        for (Index i = 0; i < x.size(); ++i) ASSERT_GT((x[i] - centre).norm(), 0.1f - 0.2f * kSpacing);
    }
}

TEST(FlipSolver, APistonPushesLiquid) {
    FlipSetup setup = block_in_tank({24, 12, 8}, {40, 24, 8}, kSpacing);
    Body piston;  // from the left
    piston.rest_distance = [](const Vec3& p) { return p.x() + 0.001f; };
    piston.motion = Motion{{{0.0f, Vec3::Zero(), Vec3::Zero()}, {0.5f, Vec3(0.2f, 0, 0), Vec3::Zero()}}};
    setup.bodies.push_back(piston);
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.5);
    EXPECT_GT(extent(solver).min.x(), 0.19f);
    EXPECT_EQ(solver->particles().size(), 24 * 12 * 8);
}

// The corners of all its cells lie on walls.
TEST(FlipSolver, ASliceOneCellWideKeepsItsVolume) {
    SoleSolver<FlipSolver> solver(block_in_tank({16, 12, 2}, {32, 20, 2}, kSpacing));
    solver.run_until(1.5);
    EXPECT_NEAR(mean_position(solver).y(), 3.0 * kSpacing, 0.3 * kSpacing);  // half of a depth of 6
    EXPECT_LT(*sum_of(solver->balances(Vec3d::Zero())).density_error_mean, 0.05);
}

TEST(FlipSolver, LiquidLeavesThroughOpenFaces) {
    FlipSetup setup = block_in_tank({8, 12, 6}, {12, 16, 6}, kCoarse);
    setup.domain.open[1] = true;  // x+
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(1.0);
    EXPECT_GT(solver->inventory().left(), 8 * 12 * 6 / 2);
    EXPECT_EQ(solver->inventory().lost(), 0);
    EXPECT_EQ(solver->particles().size(), 8 * 12 * 6 - solver->inventory().left());
}

TEST(FlipSolver, SheetsKeepTheMassExact) {
    FlipSetup setup = block_in_tank({4, 4, 4}, {120, 120, 120}, kSpacing);
    setup.gravity = Vec3::Zero();
    auto& v = setup.particles.get<Vec3Column>("v");
    auto& x = setup.particles.positions();
    const Index n = 40;  // a disc of two layers that expands
    setup.particles.resize(n * n * 2);
    for (Index i = 0; i < n * n * 2; ++i) {
        const Vec3 at = Vec3i(i % n, i / n % n, i / (n * n)).cast<Real>() - Vec3(0.5f * n, 0.5f * n, 0.0f);
        const Vec3 jitter = 0.2f * random_in_cube(1, 1, static_cast<std::uint64_t>(i));
        x.set(i, kSpacing * (Vec3(at.x(), at.z(), at.y()) + jitter + Vec3::Constant(60.0f)));
        v.set(i, 5.0f * kSpacing * Vec3(at.x(), 0.0f, at.y()));
    }
    setup.parameters.sheets = SheetParameters{};
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.15);
    EXPECT_GT(solver->take_report().counts.at("split"), 100);
    EXPECT_EQ(total_units(solver->particles()), std::int64_t{2 * n * n} * kWholeMass);
}

// A single particle on a shelf above a pool.
TEST(FlipSolver, StuckParticlesGoIntoDeepLiquidIfAsked) {
    const Vec3 shelf_top(0.2f, 0.5f, 0.2f);
    const auto on_shelf = [&](StuckParticles choice) {
        FlipSetup setup = block_in_tank({16, 12, 16}, {16, 40, 16}, kSpacing);
        setup.particles.resize(setup.particles.size() + 1);
        setup.particles.positions().set(setup.particles.size() - 1, shelf_top + Vec3(0.0f, 0.2f * kSpacing, 0.0f));
        Body shelf;
        shelf.rest_distance = [=](const Vec3& p) {
            const Vec3 outside = (p - shelf_top + Vec3(0.0f, 0.1f, 0.0f)).cwiseAbs() - Vec3(0.08f, 0.1f, 0.08f);
            return outside.maxCoeff();
        };
        setup.bodies.push_back(shelf);
        setup.parameters.stuck_particles = choice;
        SoleSolver<FlipSolver> solver(std::move(setup));
        solver.run_until(0.2);
        return std::pair{extent(solver).max.y(), solver->take_report().counts};
    };
    const auto [highest, counts] = on_shelf(StuckParticles::stay);
    EXPECT_GT(highest, shelf_top.y());
    EXPECT_FALSE(counts.contains("repositioned"));
    const auto [level, moved] = on_shelf(StuckParticles::reposition);
    EXPECT_LT(level, 14.0f * kSpacing);
    EXPECT_EQ(moved.at("repositioned"), 1);
}

TEST(FlipSolver, ExplicitViscosityTakesShortSteps) {
    FlipSetup setup = block_in_tank({8, 8, 6}, {16, 16, 6}, kSpacing);
    setup.materials[0].viscosity = 20.0f;
    setup.parameters.viscosity = ViscosityStep::explicit_step;
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.1);
    const StepReport report = solver->take_report();
    EXPECT_LE(report.longest_step, 1000.0 * 0.04 * 0.04 / (20.0 * 20.0));
    EXPECT_EQ(report.solves.at("viscosity").iterations, 0);
    EXPECT_LT(fastest(solver), 1.0f);
}

// Columns of honey and of water at the two ends of one tank.
TEST(FlipSolver, HoneyStandsWhereWaterFalls) {
    FlipSetup setup = block_in_tank({6, 16, 6}, {32, 20, 6}, kSpacing);
    const FlipSetup other = block_in_tank({6, 16, 6}, {32, 20, 6}, kSpacing);
    const Index n = setup.particles.size();
    setup.particles.resize(2 * n);
    for (Index i = 0; i < n; ++i) {
        setup.particles.positions().set(n + i, other.particles.positions()[i] + Vec3(26.0f * kSpacing, 0, 0));
        setup.particles.get<Vec3Column>("v").set(n + i, Vec3::Zero());
        setup.particles.get<IndexColumn>("phase")[n + i] = 1;
    }
    setup.materials = {{1000.0f, 1000.0f}, {1000.0f, 0.001f}};
    setup.names = {"honey", "water"};
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.25);
    const auto& phase = solver->particles().get<IndexColumn>("phase");
    std::array<Real, 2> mean{};
    for (Index i = 0; i < phase.size(); ++i)
        mean[static_cast<std::size_t>(phase[i])] += solver->particles().positions()[i].y() / (8.0f * kSpacing * n);
    EXPECT_GT(mean[0], 0.95f);  // of the height at the start
    EXPECT_LT(mean[1], 0.7f);
    EXPECT_EQ(solver->take_report().solves.at("viscosity").failures, 0);
}

TEST(FlipSolver, TheViscosityOfACellIsThatOfItsParticles) {
    FlipSetup setup = block_in_tank({6, 4, 4}, {8, 8, 8}, kSpacing);
    for (Index i = 0; i < setup.particles.size(); ++i)  // cell 0 and half of cell 1 along x
        setup.particles.get<IndexColumn>("phase")[i] = setup.particles.positions()[i].x() < 3.0f * kSpacing ? 0 : 1;
    setup.particles.add<IndexColumn>("id");
    NeighbourGrid cells = NeighbourGrid::with_cells(2.0 * kSpacing);
    cells.build(setup.particles);
    const ParticleTiles tiles(cells, 2.0 * kSpacing);
    TileField<float> shares;
    measure_cell_viscosity({{1000.0f, 4.0f}, {1000.0f, 1.0f}}, tiles, setup.particles, shares);
    const auto at = [&](Index x) { return shares.at(tiles.tiles, Vec3i(x, 1, 1), -1.0f); };
    EXPECT_FLOAT_EQ(at(0), 1.0f);
    EXPECT_FLOAT_EQ(at(1), 0.4f);  // half of each: the harmonic mean of 1 and 1/4
    EXPECT_FLOAT_EQ(at(2), 0.25f);
    EXPECT_FLOAT_EQ(at(3), 0.25f);  // no particles: as around it
}

TEST(FlipSolver, OneParticleAndNoneAtAll) {
    FlipSetup one = block_in_tank({1, 1, 1}, {20, 20, 20}, kSpacing);
    SoleSolver<FlipSolver> solver(std::move(one));
    solver.run_until(0.1);
    EXPECT_EQ(solver->particles().size(), 1);
    FlipSetup none = block_in_tank({1, 1, 1}, {20, 20, 20}, kSpacing);
    none.particles.resize(0);
    SoleSolver<FlipSolver> empty(std::move(none));
    empty.run_until(0.1);
    EXPECT_EQ(empty->particles().size(), 0);
}

TEST(FlipSolver, AClosedFullTankIsAtRest) {
    SoleSolver<FlipSolver> solver(block_in_tank({16, 16, 16}, {16, 16, 16}, kSpacing));  // no surface: pure Neumann
    solver.run_until(0.2);
    EXPECT_LT(fastest(solver), 1e-3f);
    EXPECT_EQ(solver->take_report().solves.at("pressure").failures, 0);
}

TEST(FlipSolver, AnObstacleThatFillsTheTankStopsTheLiquid) {
    FlipSetup setup = block_in_tank({8, 8, 8}, {16, 16, 16}, kSpacing);
    Body all;
    all.rest_distance = [](const Vec3& p) { return (p - Vec3::Constant(0.16f)).norm() - 10.0f; };
    setup.bodies.push_back(all);
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.05);  // neither a crash nor an endless loop
    EXPECT_TRUE(std::isfinite(fastest(solver)));
}

}  // namespace
}  // namespace lamella
