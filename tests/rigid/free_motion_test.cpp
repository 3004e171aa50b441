#include "rigid_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

// A box of unequal sides that turns almost about its middle axis, like a wing nut: it turns over and over.
RigidScene wing_nut() {
    RigidScene scene;
    scene.setup().gravity.setZero();
    RigidBody& body = scene.add(BoxShape{{0, 0, 0}, {0.3f, 0.1f, 0.2f}});
    body.spin = Vec3d(0.01, 0.005, 20.0);
    return scene;
}

TEST(FreeMotion, KeepsAngularMomentumToRoundingAndEnergyForEver) {
    auto solver = wing_nut().solver();
    const RigidBody body = solver->rigid()[0];
    const Vec3d L = solver->states()[0].angular;
    const double energy = kinetic_energy(body, solver->states()[0]);
    double widest = 0.0;
    for (int step = 0; step < 10000; ++step) {
        solver.step(0.002);
        widest = std::max(widest, std::abs(kinetic_energy(body, solver->states()[0]) / energy - 1.0));
    }
    EXPECT_EQ(solver->states()[0].angular, L);
    EXPECT_LT(widest, 2e-4);  // an oscillation that does not grow
    EXPECT_LT((solver->states()[0].frame.transpose() * solver->states()[0].frame - Mat3d::Identity()).norm(), 1e-14);
}

// The time of a half turn from the exact solution: with the amplitude small it is ln(4 / eps) / rate twice.
TEST(FreeMotion, AWingNutTurnsOver) {
    auto solver = wing_nut().solver();
    double time = 0.0;
    std::vector<double> turned;
    double before = 1.0;
    const Mat3d start = solver->states()[0].frame;
    while (time < 20.0) {
        time += solver.step(0.002);
        const double now = (solver->states()[0].frame * start.transpose())(2, 2);
        if (before > 0.0 && now <= 0.0) turned.push_back(time);
        before = now;
    }
    ASSERT_GE(turned.size(), 3u);
    const double period = turned[1] - turned[0];
    for (std::size_t k = 1; k + 1 < turned.size(); ++k) EXPECT_NEAR((turned[k + 1] - turned[k]) / period, 1.0, 0.02);
}

TEST(FreeMotion, FallsAsEverythingDoes) {
    RigidScene scene;
    scene.add(SphereShape{{0, 10, 0}, 0.1f}).velocity = Vec3d(1, 0, 0);
    auto solver = scene.solver();
    solver.run_until(1.0);
    const RigidState& ball = solver->states()[0];
    EXPECT_NEAR(ball.velocity.y(), -9.81, 1e-6);
    EXPECT_NEAR(ball.centre.x(), 1.0, 1e-9);
    EXPECT_NEAR(ball.centre.y(), 10.0 - 0.5 * 9.81, 0.02);
}

TEST(FreeMotion, LockedAxesDoNotAnswer) {
    RigidScene scene;
    RigidBody& body = scene.add(BoxShape{{0, 1, 0}, {0.1f, 1.1f, 0.1f}});
    body.no_move = {false, true, false};
    body.no_turn = {true, false, true};
    body.velocity = Vec3d(1, 0, 0);
    body.spin = Vec3d(0, 3, 0);
    auto solver = scene.solver();
    solver.run_until(1.0);
    const RigidState& state = solver->states()[0];
    EXPECT_NEAR(state.centre.y(), 1.05, 1e-7);
    EXPECT_NEAR(state.centre.x(), 1.05, 1e-7);
    EXPECT_NEAR(spin_of(solver->rigid()[0], state).y(), 3.0, 1e-9);
    const Mat3d turn = state.frame * solver->rigid()[0].axes.frame.transpose();
    EXPECT_LT((turn * Vec3d::UnitY() - Vec3d::UnitY()).norm(), 1e-9);
}

}  // namespace
}  // namespace lamella
