#include "liquids.hpp"

#include <lamella/core/error.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

ParticleSet one(const Vec3& x, const Vec3& v, Index id) {
    ParticleSet set;
    set.resize(1);
    set.add<Vec3Column>("P").set(0, x);
    set.add<Vec3Column>("v").set(0, v);
    set.add<IndexColumn>("id")[0] = id;
    return set;
}

TEST(LiquidBetween, FollowsAParabolaExactly) {
    const Vec3 x(0.1f, 0.5f, 0.0f), v(1.0f, 2.0f, 0.0f), g(0.0f, -10.0f, 0.0f);
    const double t = 0.1;
    LiquidBetween between(t, kSpacing, {});
    between.add(one(x, v, 7), one(x + 0.1f * v + 0.005f * g, v + 0.1f * g, 7));
    const ParticleSet half = between.at(0.5f);
    ASSERT_EQ(half.size(), 1);
    EXPECT_LT((half.positions()[0] - (x + 0.05f * v + 0.00125f * g)).norm(), 1e-6f);
    EXPECT_LT((half.get<Vec3Column>("v")[0] - (v + 0.05f * g)).norm(), 1e-6f);
    EXPECT_EQ(between.at(0.0f).positions()[0], x);
}

TEST(LiquidBetween, WhatOneFrameHasLivesHalfOfTheTime) {
    LiquidBetween between(0.1, kSpacing, {});
    between.add(one(Vec3::Zero(), Vec3::UnitX(), 1), one(Vec3::UnitY(), Vec3::UnitZ(), 2));
    ASSERT_EQ(between.at(0.25f).size(), 1);
    EXPECT_NEAR(between.at(0.25f).positions()[0].x(), 0.025f, 1e-7f);
    ASSERT_EQ(between.at(0.75f).size(), 1);
    EXPECT_NEAR(between.at(0.75f).positions()[0].z(), -0.025f, 1e-7f);
}

TEST(LiquidBetween, FindsVelocitiesByIds) {
    ParticleSet start = one(Vec3::Zero(), Vec3::Zero(), 3), end = one(Vec3(0.2f, 0.0f, 0.0f), Vec3::Zero(), 3);
    start.remove("v");
    end.remove("v");
    LiquidBetween between(0.1, kSpacing, {});
    between.add(start, end);
    EXPECT_NEAR(between.at(0.3f).get<Vec3Column>("v")[0].x(), 2.0f, 1e-6f);
    EXPECT_NEAR(between.at(0.3f).positions()[0].x(), 0.06f, 1e-6f);
}

TEST(LiquidBetween, WrapsTheWayOverAPeriod) {
    const PeriodicBox box{{true, false, false}, Vec3::Zero(), Vec3::Ones()};
    LiquidBetween between(0.1, kSpacing, box);
    between.add(one(Vec3(0.95f, 0.0f, 0.0f), Vec3::UnitX(), 3), one(Vec3(0.05f, 0.0f, 0.0f), Vec3::UnitX(), 3));
    EXPECT_NEAR(between.at(0.25f).positions()[0].x(), 0.975f, 1e-6f);
    EXPECT_NEAR(between.at(0.75f).positions()[0].x(), 0.025f, 1e-6f);
}

TEST(LiquidBetween, RefusesWhatNobodyKnowsTheMotionOf) {
    ParticleSet start = one(Vec3::Zero(), Vec3::Zero(), 3);
    start.remove("v");
    start.remove("id");
    LiquidBetween between(0.1, kSpacing, {});
    EXPECT_THROW(between.add(start, start), InputError);
}

TEST(LiquidBetween, LeavesOutWhatIsNotFiniteAndTakesEqualIds) {
    ParticleSet start = block({Vec3::Zero(), Vec3::Constant(4 * kSpacing)}, Vec3::UnitX());
    start.get<Vec3Column>("v").set(5, Vec3(NAN, 0.0f, 0.0f));
    start.positions().set(9, Vec3(0.0f, INFINITY, 0.0f));
    start.get<Vec3Column>("v").set(11, Vec3(0.0f, 1e30f, 0.0f));
    for (Index i = 20; i < 30; ++i) start.get<IndexColumn>("id")[i] = 20;
    LiquidBetween between(0.1, kSpacing, {});
    between.add(start, start);
    EXPECT_EQ(between.left_out(), 3);
    EXPECT_EQ(between.at(0.5f).size(), start.size() - 3);
    LiquidBetween nothing(0.1, kSpacing, {});
    nothing.add(ParticleSet{}, ParticleSet{});
    EXPECT_EQ(nothing.at(0.5f).size(), 0);
}

}  // namespace
}  // namespace lamella
