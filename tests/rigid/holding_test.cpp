// Bodies that follow keyframes for a time.
#include "rigid_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// 2 m/s along x and half a turn a second about y, by keyframes that end at the release.
Motion throwing(Real end) {
    Motion motion;
    motion.keys = {{0.0f, {0, 0, 0}, {0, 0, 0}}, {end, {2 * end, 0, 0}, {0, 180 * end, 0}}};
    motion.pivot = Vec3(0, 1, 0);
    return motion;
}

TEST(Holding, ABodyFollowsItsMotionAndGoesOnWithItsVelocity) {
    for (const Real end : {0.7f, 1.0f}) {
        RigidScene scene;
        RigidBody& body = scene.add(BoxShape{{-0.1f, 0.9f, -0.2f}, {0.1f, 1.1f, 0.2f}});
        body.holds = {{0.0, end}};
        body.motion = throwing(end);
        auto solver = scene.solver();
        solver.run_until(0.5 * end);
        EXPECT_TRUE(solver->states()[0].held());
        EXPECT_LT((solver->states()[0].centre - Vec3d(end, 1, 0)).norm(), 1e-6);
        EXPECT_NEAR(solver->states()[0].velocity.x(), 2.0, 1e-5);
        const double fall = 0.1;
        solver.run_until(end + fall);
        const RigidState& state = solver->states()[0];
        EXPECT_FALSE(state.held());
        EXPECT_NEAR(state.velocity.x(), 2.0, 1e-5);
        EXPECT_NEAR(state.velocity.y(), -9.81 * fall, 0.02);
        EXPECT_NEAR(state.centre.x(), 2.0 * (end + fall), 1e-5);
        EXPECT_LT((spin_of(solver->rigid()[0], state) - Vec3d(0, std::numbers::pi, 0)).norm(), 1e-4);
    }
}

TEST(Holding, HeldAgainItIsCarriedAlongFromWhereItIs) {
    RigidScene scene;
    RigidBody& body = scene.add(SphereShape{{0, 1, 0}, 0.1f});
    body.holds = {{0.2, 0.6}};
    body.motion = throwing(1.0f);
    auto solver = scene.solver();
    solver.run_until(0.2);
    const RigidState taken = solver->states()[0];
    EXPECT_NEAR(taken.centre.y(), 1.0 - 0.5 * 9.81 * 0.04, 0.01);
    solver.run_until(0.5);
    const RigidState& state = solver->states()[0];
    EXPECT_TRUE(state.held());
    EXPECT_NEAR(state.centre.y(), taken.centre.y(), 1e-6);
    // The pivot of the motion was 0.4 m farther on than the ball, which goes round it, too.
    const Vec3d arm(-0.4, 0, 0);
    const double turned = 0.3 * std::numbers::pi;
    const Vec3d expected =
        Vec3d(1.0, taken.centre.y(), 0) + Vec3d(arm.x() * std::cos(turned), 0, -arm.x() * std::sin(turned));
    EXPECT_LT((state.centre - expected).norm(), 1e-5);
    solver.run_until(0.7);
    EXPECT_FALSE(solver->states()[0].held());
}

TEST(Holding, WhatIsHeldPushesAndDoesNotAnswer) {
    RigidScene scene;
    scene.floor();
    RigidBody& ram = scene.add(BoxShape{{0, 0.01f, 0}, {0.1f, 0.1f, 0.1f}}, 10.0);
    ram.holds = {{0.0, 10.0}};
    ram.motion.keys = {{0.0f, {0, 0, 0}, {0, 0, 0}}, {2.0f, {1, 0, 0}, {0, 0, 0}}};
    scene.add(BoxShape{{0.2f, 0, 0}, {0.3f, 0.1f, 0.1f}}, 5000.0);
    auto solver = scene.solver();
    solver.run_until(1.5);
    EXPECT_NEAR(solver->states()[0].centre.x(), 0.05 + 0.75, 1e-6);
    EXPECT_NEAR(solver->states()[1].centre.x(), 0.1 + 0.05 + 0.75, 2e-3);
}

TEST(Holding, WhatLiesOnAHeldBodyFallsWhenItIsReleased) {
    RigidScene scene;
    RigidBody& shelf = scene.add(BoxShape{{0, 1, 0}, {0.4f, 1.05f, 0.4f}});
    shelf.holds = {{0.0, 2.0}};
    scene.add(BoxShape{{0.1f, 1.05f, 0.1f}, {0.2f, 1.15f, 0.2f}});
    auto solver = scene.solver();
    solver.run_until(1.9);
    EXPECT_TRUE(solver->states()[1].asleep());
    EXPECT_NEAR(solver->states()[1].centre.y(), 1.1, 1e-3);
    solver.run_until(2.3);
    EXPECT_FALSE(solver->states()[1].asleep());
    EXPECT_NEAR(solver->states()[1].centre.y(), 1.1 - 0.5 * 9.81 * 0.09, 0.03);
}

}  // namespace
}  // namespace lamella
