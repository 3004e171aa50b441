#include "test_liquid.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;

Vec3d mean_velocity(const SphSolver& solver) {
    const auto& v = solver.particles().get<Vec3Column>("v");
    Vec3d sum = Vec3d::Zero();
    for (Index i = 0; i < v.size(); ++i) sum += v[i].cast<double>();
    return sum / v.size();
}

// Exact beside a flat wall; where two walls meet, their boundary particles share their volumes (eq. 4).
TEST(SphSolver, ALatticeBetweenWallsHasItsRestDensity) {
    const SphSolver solver(block_in_tank({8, 8, 8}, {8, 8, 8}, kSpacing));
    const auto& density = solver.particles().get<ScalarColumn>("density");
    const auto& x = solver.particles().positions();
    for (Index i = 0; i < density.size(); ++i) {
        int walls_near = 0;
        for (int a = 0; a < 3; ++a) walls_near += std::abs(x[i][a] / kSpacing - 4.0f) > 2.0f ? 1 : 0;
        ASSERT_LT(density[i], 1000.01f);
        ASSERT_GT(density[i], walls_near <= 1 ? 999.99f : 980.0f);
    }
}

TEST(SphSolver, AFreeDropFallsAsABody) {
    SphSetup setup = block_in_tank({6, 6, 6}, {6, 6, 6}, kSpacing);
    setup.walls.clear();
    setup.domain.box = setup.domain.box.padded(10.0f);
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.1);
    EXPECT_NEAR(mean_velocity(solver).y(), -0.981, 1e-4);
    EXPECT_NEAR(mean_velocity(solver).x(), 0.0, 1e-5);
}

TEST(SphSolver, PairForcesKeepTheMomentum) {
    SphSetup setup = block_in_tank({8, 8, 8}, {8, 8, 8}, kSpacing);
    setup.walls.clear();
    setup.gravity = Vec3::Zero();
    setup.domain.box = setup.domain.box.padded(10.0f);
    auto& v = setup.particles.add<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) v.set(i, i % 2 ? Vec3(1, 0.5f, 0) : Vec3(-1, 0.25f, 0.125f));
    SoleSolver<SphSolver> solver(std::move(setup));
    const Vec3d before = mean_velocity(solver);
    for (int s = 0; s < 100; ++s) solver.step(1.0);
    EXPECT_LT((mean_velocity(solver) - before).norm(), 1e-6);
}

TEST(SphSolver, HasTheSameBitsForAnyThreadCount) {
    std::vector<std::uint64_t> hashes;
    for (int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        SoleSolver<SphSolver> solver(block_in_tank({12, 16, 12}, {24, 20, 12}, kSpacing));
        for (int s = 0; s < 20; ++s) solver.step(1.0);
        hashes.push_back(hash_of(solver->particles()));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(SphSolver, EmittersAddTheirVolumeAndOpenFacesRemoveIt) {
    SphSetup setup = block_in_tank({1, 1, 1}, {20, 20, 20}, kSpacing);
    setup.walls.clear();
    setup.particles.resize(0);
    DiscEmitter nozzle;
    nozzle.centre = Vec3(0.2f, 0.35f, 0.2f);
    nozzle.radius = 0.05f;
    nozzle.speed = 2.0f;
    setup.sources = {{disc_nozzle(nozzle, kSpacing), 0}};
    setup.domain.open[2] = true;  // y-
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.4);
    EXPECT_GT(solver->inventory().emitted(), 500);
    EXPECT_GT(solver->inventory().left(), 0);
    EXPECT_EQ(solver->particles().size(), solver->inventory().emitted() - solver->inventory().left());
    EXPECT_NEAR(static_cast<double>(solver->inventory().emitted()) * std::pow(kSpacing, 3), 3.14159 * 0.05 * 0.05 * 0.8,
                0.0002);
}

TEST(SphSolver, SinksTakeWhatFallsIntoThem) {
    SphSetup setup = block_in_tank({6, 6, 6}, {6, 30, 6}, kSpacing);
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.positions().set(i, setup.particles.positions()[i] + Vec3(0, 20 * kSpacing, 0));
    const Real height = 4 * kSpacing;
    setup.domain.sinks = {{setup.domain.box, [=](const Vec3& p) { return p.y() - height; }}};
    SoleSolver<SphSolver> solver(std::move(setup));
    const Index start = solver->particles().size();
    solver.run_until(0.1);
    EXPECT_EQ(solver->inventory().left(), 0);
    solver.run_until(0.6);
    EXPECT_GT(solver->inventory().left(), start / 2);
    EXPECT_EQ(solver->particles().size(), start - solver->inventory().left());
    for (Index i = 0; i < solver->particles().size(); ++i) EXPECT_GE(solver->particles().positions()[i].y(), height);
}

// A nozzle that pushes into a tank which is full already.
TEST(SphSolver, ABlockedNozzleAddsNothing) {
    SphSetup setup = block_in_tank({8, 8, 8}, {8, 8, 8}, kSpacing);
    setup.gravity = Vec3::Zero();
    DiscEmitter disc;
    disc.centre = Vec3::Constant(4 * kSpacing);
    disc.radius = 2 * kSpacing;
    setup.sources = {{disc_nozzle(disc, kSpacing), 0}};
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.2);
    EXPECT_EQ(solver->inventory().emitted(), 0);
}

// Weight and air pressure would draw a falling jet away from its nozzle.
TEST(SphSolver, LiquidDoesNotRunAwayFromItsNozzle) {
    SphSetup setup = block_in_tank({1, 1, 1}, {20, 40, 20}, kSpacing);
    setup.walls.clear();
    setup.particles.resize(0);
    setup.parameters.air_pressure = AirPressureHe2014::Parameters{800.0f};
    DiscEmitter disc;
    disc.centre = Vec3(0.2f, 0.75f, 0.2f);
    disc.radius = 0.07f;
    disc.speed = 0.5f;
    disc.stop = 0.4;
    setup.sources = {{disc_nozzle(disc, kSpacing), 0}};
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.39);
    const Real support = solver->liquid().support;
    const auto& x = solver->particles().positions();
    const auto& v = solver->particles().get<Vec3Column>("v");
    Index held = 0, faster = 0;
    for (Index i = 0; i < x.size(); ++i) {
        const Real below = disc.centre.y() - x[i].y();
        faster += v[i].y() < -1.0f ? 1 : 0;
        if (below > support) continue;
        EXPECT_GT(v[i].y(), -0.5001f);
        ++held;
    }
    EXPECT_GT(held, 50);
    EXPECT_GT(faster, 50);
    solver.run_until(0.5);  // the nozzle has closed
    for (Index i = 0; i < x.size(); ++i) EXPECT_LT(v[i].y(), -0.8f);
}

TEST(SphSolver, LiquidThatIsFasterThanExpectedTakesShorterSteps) {
    SphSetup setup = block_in_tank({8, 8, 8}, {16, 12, 8}, kSpacing);
    setup.expected_speed = 0.3f;
    auto& v = setup.particles.add<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) v.set(i, Vec3(5, 0, 0));
    SoleSolver<SphSolver> solver(std::move(setup));
    EXPECT_LT(solver.step(1.0), 0.4 * 2.0 * kSpacing / 5.0);
}

TEST(SphSolver, ASolidAcrossAPeriodicBorderIsFeltOnBothSides) {
    SphSetup setup = block_in_tank({1, 1, 1}, {12, 12, 12}, kSpacing);
    setup.gravity = Vec3::Zero();
    setup.walls = {Vec3(-0.5f * kSpacing, 0.12f, 0.12f)};  // its image is at the upper end
    setup.domain.periodic = {{true, false, false}, Vec3::Zero(), setup.domain.box.max};
    setup.particles.positions().set(0, Vec3(0.5f * kSpacing, 0.12f, 0.12f));
    const SphSolver solver(std::move(setup));
    const BoundarySet& solid = solver.liquid().boundary.sets().front();
    EXPECT_GT(solid.particles.positions()[0].x(), 0.2f);
    EXPECT_EQ(count(solid.near_fluid.of(0)), 1);
}

TEST(SphSolver, APeriodicShearKeepsItsMomentumAndItsParticles) {
    SphSetup setup = block_in_tank({8, 8, 8}, {8, 8, 8}, kSpacing);
    setup.walls.clear();
    setup.gravity = Vec3::Zero();
    setup.domain.periodic = {{true, true, true}, Vec3::Zero(), setup.domain.box.max};
    auto& v = setup.particles.add<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i)
        v.set(i, Vec3(setup.particles.positions()[i].y() < 0.08f ? 0.5f : -0.5f, 0, 0));
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.05);
    EXPECT_EQ(solver->particles().size(), 512);
    EXPECT_NEAR(mean_velocity(solver).x(), 0.0, 1e-5);
}

TEST(SphSolver, SaysSoWhenItDiverges) {
    SphSetup setup = block_in_tank({4, 4, 4}, {8, 8, 8}, kSpacing);
    setup.gravity = Vec3(0, std::numeric_limits<Real>::infinity(), 0);
    SoleSolver<SphSolver> solver(std::move(setup));
    EXPECT_THROW(
        {
            for (int s = 0; s < 5; ++s) solver.step(0.1);
        },
        RunError);
}

}  // namespace
}  // namespace lamella
