#include <lamella/matter/force_fields.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

Vec3 at(const ForceMethod& force, const Vec3& x, const Vec3& v = Vec3::Zero(), double t = 0.0) {
    return ForceFields({{force, 0.0, 10.0}}, Vec3d::Zero()).acceleration(x, v, t);
}

TEST(ForceFields, ATableIsLinearBetweenItsKeysAndConstantBeyond) {
    UniformForce shake;
    shake.acceleration = Vec3(0, 1, 0);
    shake.keys = {{1.0, Vec3(0, 0, 0)}, {2.0, Vec3(4, 0, 0)}};
    EXPECT_EQ(at(shake, Vec3::Zero(), Vec3::Zero(), 0.5), Vec3(0, 1, 0));
    EXPECT_LT((at(shake, Vec3::Zero(), Vec3::Zero(), 1.25) - Vec3(1, 1, 0)).norm(), 1e-6f);
    EXPECT_LT((at(shake, Vec3::Zero(), Vec3::Zero(), 9.0) - Vec3(4, 1, 0)).norm(), 1e-6f);
    shake.keys[1].time = 1.0;
    EXPECT_NE(shake.fault(), nullptr);
}

TEST(ForceFields, AVortexTurnsAroundItsAxisAndIsStrongestAtItsRadius) {
    VortexForce vortex;
    vortex.strength = 2.0f;
    vortex.radius = 0.5f;
    vortex.pull = 1.0f;
    EXPECT_LT((at(vortex, Vec3(0, 3, 0.5f)) - Vec3(2, 0, -1)).norm(), 1e-6f);
    EXPECT_LT((at(vortex, Vec3(0, 3, 0.25f)) - Vec3(1, 0, -0.5f)).norm(), 1e-6f);
    EXPECT_LT((at(vortex, Vec3(0, 3, 1.0f)) - Vec3(1, 0, -0.5f)).norm(), 1e-6f);
    EXPECT_EQ(at(vortex, Vec3(0, 3, 0)), Vec3::Zero());
    vortex.axis = Vec3::Zero();
    EXPECT_NE(vortex.fault(), nullptr);
}

TEST(ForceFields, AnAttractorDrawsToItsCentreWhereverTheOriginIs) {
    AttractorForce attractor;
    attractor.centre = Vec3(1, 0, 0);
    attractor.strength = 8.0f;
    attractor.radius = 0.5f;
    EXPECT_LT((at(attractor, Vec3(2, 0, 0)) - Vec3(-2, 0, 0)).norm(), 1e-6f);
    EXPECT_LT((at(attractor, Vec3(1.25f, 0, 0)) - Vec3(-4, 0, 0)).norm(), 1e-6f);
    const ForceFields moved({{attractor, 0.0, 1.0}}, Vec3d(10, 0, 0));
    EXPECT_LT((moved.acceleration(Vec3(-8, 0, 0), Vec3::Zero(), 0.0) - Vec3(-2, 0, 0)).norm(), 1e-5f);
}

TEST(ForceFields, WindDragsTowardsItsVelocityAndLimitsTheStep) {
    WindForce wind;
    wind.velocity = Vec3(3, 0, 0);
    wind.drag = 2.0f;
    EXPECT_EQ(at(wind, Vec3::Zero(), Vec3(3, 0, 0)), Vec3::Zero());
    EXPECT_EQ(at(wind, Vec3::Zero(), Vec3(1, 0, 0)), Vec3(4, 0, 0));
    EXPECT_DOUBLE_EQ(ForceFields({{wind, 0.0, 1.0}}, Vec3d::Zero()).at_most(1.0), 0.25);
    EXPECT_DOUBLE_EQ(ForceFields({{UniformForce{}, 0.0, 1.0}}, Vec3d::Zero()).at_most(1.0), 1.0);
}

TEST(ForceFields, ActFromTheirStartUntilTheirStop) {
    UniformForce up;
    up.acceleration = Vec3(0, 5, 0);
    const ForceFields fields({{up, 1.0, 2.0}}, Vec3d::Zero());
    EXPECT_EQ(fields.acceleration(Vec3::Zero(), Vec3::Zero(), 0.99), Vec3::Zero());
    EXPECT_EQ(fields.acceleration(Vec3::Zero(), Vec3::Zero(), 1.0), Vec3(0, 5, 0));
    EXPECT_EQ(fields.acceleration(Vec3::Zero(), Vec3::Zero(), 2.0), Vec3::Zero());
}

}  // namespace
}  // namespace lamella
