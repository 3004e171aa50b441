#include "test_liquid.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace lamella {
namespace {

// The mean loads over the time from `start` to `end`, N.
BodyLoads mean_loads(SoleSolver<FlipSolver>& solver, double start, double end) {
    solver.run_until(start);
    solver.world().take_loads();
    solver.run_until(end);
    auto [loads, seconds] = solver.world().take_loads();
    for (BodyLoad* load : {&loads.walls, &loads.on[0]}) load->impulse /= seconds;
    return loads;
}

// A ball at rest in still water, 16 cells deep.
TEST(BodyForces, StillWaterCarriesABallByItsWeightAndRestsOnTheFloor) {
    constexpr Real kSpacing = 0.01f, kRadius = 0.06f;
    const Vec3 centre(0.12f, 0.14f, 0.12f);
    FlipSetup setup = block_in_tank({24, 32, 24}, {24, 48, 24}, kSpacing);
    auto& x = setup.particles.positions();
    std::vector<Index> outside;
    for (Index i = 0; i < x.size(); ++i)
        if ((x[i] - centre).norm() > kRadius) outside.push_back(i);
    setup.particles.reorder(outside);
    Body ball;
    ball.name = "ball";
    ball.rest_distance = [=](const Vec3& p) { return (p - centre).norm() - kRadius; };
    setup.bodies.push_back(ball);
    SoleSolver<FlipSolver> solver(std::move(setup));
    const BodyLoads loads = mean_loads(solver, 0.05, 0.15);
    const double weight = 9.81 * solver->particle_mass() * solver->particles().size();
    const double lift = 9.81 * 1000.0 * 4.0 / 3.0 * std::numbers::pi * std::pow(kRadius, 3);
    EXPECT_NEAR(loads.on[0].impulse.y(), lift, 0.1 * lift);
    EXPECT_NEAR(loads.on[0].impulse.y() + loads.walls.impulse.y(), -weight, 0.05 * weight);
    EXPECT_LT(std::abs(loads.on[0].impulse.x()), 0.02 * lift);
}

}  // namespace
}  // namespace lamella
