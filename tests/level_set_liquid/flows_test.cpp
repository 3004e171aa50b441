// Zalesak's disc (1979) and the vortex of Enright 2002, short enough for a test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "level_set_flow.hpp"

namespace lamella {
namespace {

LevelSetFlow::Distance slotted_disc() {
    return [](const Vec3d& x) {
        const double disc = std::hypot(x.x() - 0.5, x.y() - 0.75) - 0.15;
        const double slot = std::max(std::abs(x.x() - 0.5) - 0.025, x.y() - 0.85);
        return std::max(disc, -slot);
    };
}

LevelSetFlow::Distance disc() {
    return [](const Vec3d& x) { return std::hypot(x.x() - 0.5, x.y() - 0.75) - 0.15; };
}

TEST(LevelSetFlows, ZalesaksDiscKeepsItsSlotForHalfATurn) {
    RigidRotationField turn;
    turn.centre = Vec3(0.5f, 0.5f, 0.0f);
    turn.angular_velocity = Vec3(0.0f, 0.0f, std::numbers::pi_v<Real>);
    const auto turned = [](const Vec3d& x) { return slotted_disc()(Vec3d(1.0 - x.x(), 1.0 - x.y(), x.z())); };
    LevelSetFlow flow(turn, slotted_disc(), 100, {16, 0, true});
    const double before = flow.volume();
    flow.run_until(1.0, 3.0);
    EXPECT_NEAR(flow.volume() / before, 1.0, 0.01);
    EXPECT_LT(flow.difference(turned) / before, 0.015);
}

TEST(LevelSetFlows, TheVortexBringsTheDiscBack) {
    VortexField vortex;
    vortex.period = 2.0f;
    LevelSetFlow flow(vortex, disc(), 64, {16, 0, true});
    const double before = flow.volume();
    flow.run_until(2.0, 3.0);
    EXPECT_NEAR(flow.volume() / before, 1.0, 0.01);
    EXPECT_LT(flow.difference(disc()) / before, 0.02);
}

}  // namespace
}  // namespace lamella
