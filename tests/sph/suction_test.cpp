#include "test_liquid.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;
constexpr Real kDeepest = 5.0f;

SphSetup free_block(const Vec3i& block) {
    SphSetup setup = block_in_tank(block, block, kSpacing);
    setup.walls.clear();
    setup.domain.box = setup.domain.box.padded(10.0f);
    return setup;
}

// Of the particle next to a place.
Real least_at(const SphSolver& solver, const Vec3& place, Real last = 0.0f, Real dt = 0.1f) {
    const SphLiquid& liquid = solver.liquid();
    Index nearest = 0;
    const auto distance = [&](Index i) { return (liquid.positions()[i] - place).norm(); };
    for (Index i = 1; i < liquid.size(); ++i)
        if (distance(i) < distance(nearest)) nearest = i;
    return Suction(kDeepest, liquid).least(liquid, nearest, last, dt);
}

TEST(Suction, ActsInsideAndAtASurface) {
    const SphSolver block(free_block({9, 9, 9}));
    const Real middle = 4.5f * kSpacing;
    EXPECT_EQ(least_at(block, Vec3::Constant(middle)), -kDeepest);
    EXPECT_EQ(least_at(block, Vec3(middle, 0.0f, middle)), -kDeepest);
}

TEST(Suction, DoesNotHoldALayerNorLiquidAtAWall) {
    const SphSolver layer(free_block({9, 1, 9}));
    const Real middle = 4.5f * kSpacing;
    EXPECT_EQ(least_at(layer, Vec3(middle, 0.0f, middle)), 0.0f);
    const SphSolver tank(block_in_tank({9, 9, 9}, {9, 9, 9}, kSpacing));
    EXPECT_EQ(least_at(tank, Vec3(middle, 0.0f, middle)), 0.0f);
    EXPECT_EQ(least_at(tank, Vec3::Constant(middle)), -kDeepest);
}

TEST(Suction, TakesTime) {
    const SphSolver block(free_block({9, 9, 9}));
    const Vec3 middle = Vec3::Constant(4.5f * kSpacing);
    const Real once = least_at(block, middle, 0.0f, 1e-5f);
    EXPECT_LT(once, -0.1f);
    EXPECT_GT(once, -0.5f * kDeepest);
    EXPECT_NEAR(least_at(block, middle, once, 1e-5f), 2.0f * once, 1e-4f);
    EXPECT_EQ(least_at(block, middle, 100.0f, 1e-5f), once);
}

// What is left of a block that is drawn out to twice its length: its mean width and its mean density, over those
// before.
struct Drawn {
    double width = 0.0;
    double density = 0.0;
};

Drawn state_of(const SphSolver& solver) {
    Drawn sums;
    const auto& x = solver.particles().positions();
    for (Index i = 0; i < x.size(); ++i) {
        sums.width += std::abs(x[i].x() - 4.0f * kSpacing);
        sums.density += solver.particles().get<ScalarColumn>("density")[i];
    }
    return sums;
}

Drawn draw_out(Real suction) {
    SphSetup setup = free_block({8, 12, 8});
    setup.parameters.pressure = DfsphBender2015::Parameters{.suction = suction};
    auto& v = setup.particles.add<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i)
        v.set(i, Vec3(0, 5.0f * (setup.particles.positions()[i].y() - 6.0f * kSpacing), 0));
    SoleSolver<SphSolver> solver(std::move(setup));
    const Drawn before = state_of(solver);
    solver.run_until(0.2);
    const Drawn after = state_of(solver);
    return {after.width / before.width, after.density / before.density};
}

TEST(Suction, LiquidThatIsDrawnOutGrowsThin) {
    const Drawn pushed = draw_out(0.0f);
    EXPECT_NEAR(pushed.width, 1.0, 0.05);
    EXPECT_LT(pushed.density, 0.75);
    const Drawn pulled = draw_out(1e5f);
    EXPECT_LT(pulled.width, 0.9);
    EXPECT_GT(pulled.density, 0.9);
}

// Without a pipe around it liquid sinks in front of what comes out lower down.
TEST(NozzleGrip, AJetToTheSideIsNotStoppedByItself) {
    SphSetup setup = free_block({1, 1, 1});
    setup.particles.resize(0);
    setup.expected_speed = 2.0f;
    DiscEmitter disc;
    disc.direction = Vec3(1, 0, 0);
    disc.radius = 0.1f;
    disc.speed = 0.6f;
    setup.sources = {{disc_nozzle(disc, kSpacing), 0}};
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.5);
    const double volume = static_cast<double>(solver->inventory().emitted()) * std::pow(kSpacing, 3);
    EXPECT_NEAR(volume / (std::numbers::pi * 0.1 * 0.1 * 0.6 * 0.5), 1.0, 0.03);
}

}  // namespace
}  // namespace lamella
