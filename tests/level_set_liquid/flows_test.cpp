// Zalesak's disc (1979) and the vortex of Enright 2002, short enough for a test.
#include <lamella/level_set_liquid/level_set_flow.hpp>
#include <lamella/prescribed/velocity_fields.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

template <class Field>
LevelSetFlow::Flow flow_of(const Field& field) {
    return [field](const Vec3d& x, double t) { return field.velocity(x, t); };
}

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
    LevelSetFlow flow(flow_of(turn), slotted_disc(), 100, {16, 0, true});
    const double before = flow.volume();
    flow.run_until(1.0, 3.0);
    EXPECT_NEAR(flow.volume() / before, 1.0, 0.01);
    EXPECT_LT(flow.difference(turned) / before, 0.015);
}

TEST(LevelSetFlows, TheVortexBringsTheDiscBack) {
    VortexField vortex;
    vortex.period = 2.0f;
    LevelSetFlow flow(flow_of(vortex), disc(), 64, {16, 0, true});
    const double before = flow.volume();
    flow.run_until(2.0, 3.0);
    EXPECT_NEAR(flow.volume() / before, 1.0, 0.01);
    EXPECT_LT(flow.difference(disc()) / before, 0.02);
}

}  // namespace
}  // namespace lamella
