#include <lamella/geometry/motion.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

Motion tumble() {
    Motion m;
    m.pivot = {0.5f, -0.25f, 1.0f};
    m.keys = {{0.0f, {0, 0, 0}, {0, 0, 0}}, {1.0f, {1, 2, 3}, {90, 30, -40}}, {3.0f, {0, 2, 1}, {720, 0, 10}}};
    return m;
}

TEST(Motion, NoKeysIsRest) {
    const Motion m;
    EXPECT_EQ(m.at(2.0).apply({1, 2, 3}), Vec3(1, 2, 3));
    EXPECT_EQ(m.velocity_at(2.0, {1, 2, 3}), Vec3::Zero());
    EXPECT_FALSE(m.moves());
}

TEST(Motion, RotatesAboutXThenYThenZ) {
    Motion m;
    m.keys = {{0.0f, {0, 0, 0}, {90, 90, 0}}};
    // e_y turns to e_z about x, then e_z to e_x about y.
    EXPECT_LT((m.at(0.0).apply({0, 1, 0}) - Vec3(1, 0, 0)).norm(), 1e-6f);
}

TEST(Motion, KeepsThePivotButForTheTranslation) {
    const Motion m = tumble();
    EXPECT_LT((m.at(0.5).apply(m.pivot) - (m.pivot + Vec3(0.5f, 1.0f, 1.5f))).norm(), 1e-6f);
}

TEST(Motion, IsConstantOutsideTheKeys) {
    const Motion m = tumble();
    const Vec3 p(3, 1, 2);
    EXPECT_EQ(m.at(-5.0).apply(p), m.at(0.0).apply(p));
    EXPECT_EQ(m.at(9.0).apply(p), m.at(3.0).apply(p));
    EXPECT_EQ(m.velocity_at(-0.1, p), Vec3::Zero());
    EXPECT_EQ(m.velocity_at(3.0, p), Vec3::Zero());
}

TEST(Motion, VelocityIsTheDerivative) {
    const Motion m = tumble();
    const Vec3 p(1.5f, 0.5f, -0.5f);
    for (const double t : {0.2, 0.7, 1.3, 2.9}) {
        const double dt = 1e-3;
        const Vec3 difference = (m.at(t + dt).apply(p) - m.at(t - dt).apply(p)) / static_cast<Real>(2 * dt);
        EXPECT_LT((m.velocity_at(t, p) - difference).norm(), 2e-3f * (1.0f + difference.norm())) << t;
    }
}

TEST(Motion, VelocityAtAKeyBelongsToTheIntervalThatBeginsThere) {
    Motion m;
    m.keys = {{0.0f, {0, 0, 0}, {0, 0, 0}}, {1.0f, {1, 0, 0}, {0, 0, 0}}, {2.0f, {3, 0, 0}, {0, 0, 0}}};
    EXPECT_EQ(m.velocity_at(0.0, {0, 0, 0}), Vec3(1, 0, 0));
    EXPECT_EQ(m.velocity_at(1.0, {0, 0, 0}), Vec3(2, 0, 0));
}

Motion smooth_tumble() {
    Motion m = tumble();
    m.interpolation = Interpolation::cubic;
    m.keys.push_back({4.5f, {0, 5, 1}, {800, -20, 10}});
    return m;
}

TEST(Motion, CubicsPassThroughTheKeysAndRestAtBothEnds) {
    const Motion m = smooth_tumble();
    Motion straight = m;
    straight.interpolation = Interpolation::linear;
    const Vec3 p(1.5f, 0.5f, -0.5f);
    for (const Keyframe& key : m.keys)
        EXPECT_LT((m.at(key.time).apply(p) - straight.at(key.time).apply(p)).norm(), 1e-5f) << key.time;
    EXPECT_EQ(m.velocity_at(0.0, p), Vec3::Zero());
    EXPECT_LT(m.velocity_at(4.5 - 1e-6, p).norm(), 1e-4f);
    EXPECT_EQ(m.velocity_at(4.5, p), Vec3::Zero());
}

TEST(Motion, TheVelocityOfCubicsIsTheDerivativeAndContinuous) {
    const Motion m = smooth_tumble();
    const Vec3 p(1.5f, 0.5f, -0.5f);
    for (const double t : {0.01, 0.2, 0.7, 1.3, 2.9, 3.4, 4.4}) {
        const double dt = 1e-3;
        const Vec3 difference = (m.at(t + dt).apply(p) - m.at(t - dt).apply(p)) / static_cast<Real>(2 * dt);
        EXPECT_LT((m.velocity_at(t, p) - difference).norm(), 2e-3f * (1.0f + difference.norm())) << t;
    }
    for (const double key : {1.0, 3.0})
        EXPECT_LT((m.velocity_at(key - 1e-7, p) - m.velocity_at(key + 1e-7, p)).norm(), 1e-3f) << key;
}

TEST(Motion, CubicsDoNotOvershoot) {
    Motion m;
    m.interpolation = Interpolation::cubic;
    m.keys = {{0.0f, {0, 0, 0}}, {0.1f, {1, 1, 0}}, {2.0f, {1, 2, 0}}, {2.5f, {0, 9, 0}}};
    Real before = 0.0f;
    for (double t = 0.0; t < 2.5; t += 0.01) {
        const Vec3 x = m.at(t).translation;
        EXPECT_GE(x.y(), before) << t;
        EXPECT_LE(x.x(), 1.0f) << t;
        EXPECT_EQ(x.x() == 1.0f, t > 0.0999 && t < 2.0001) << t;
        before = x.y();
    }
}

TEST(Motion, BoundsHoldForBothInterpolations) {
    for (const Motion& m : {tumble(), smooth_tumble()}) {
        const Vec3 p(1.5f, 0.5f, -0.5f);
        const Real arm = (p - m.pivot).norm();
        const double dt = 1e-3;
        Real fastest = 0.0f, path = 0.0f;
        for (double t = 0.0; t < 4.5; t += dt) {
            fastest = std::max(fastest, m.velocity_at(t, p).norm());
            path += (m.at(t + dt).apply(p) - m.at(t).apply(p)).norm();
        }
        EXPECT_GE(m.speed_bound(arm), fastest);
        EXPECT_GE(m.path_bound(arm), path);
        EXPECT_LE(m.speed_bound(arm), 2.0f * fastest);
        EXPECT_LE(m.path_bound(arm), 2.0f * path);
    }
}

TEST(Motion, TheSpeedOfTwoAxesThatFallTogetherIsBounded) {
    Motion m;  // y has turned by a quarter: x and -z are one axis
    m.keys = {{0.0f, {0, 0, 0}, {0, 90, 0}}, {1.0f, {0, 0, 0}, {50, 90, -50}}};
    const Vec3 p(0, 1, 0);
    EXPECT_GE(m.speed_bound(1.0f) * 1.0001f, m.velocity_at(0.0, p).norm());
    EXPECT_NEAR(m.velocity_at(0.0, p).norm(), 1.7453f, 1e-3f);
}

TEST(Motion, InverseUndoesTheTransform) {
    const RigidTransform x = tumble().at(1.7);
    const Vec3 p(0.1f, 0.2f, 0.3f);
    EXPECT_LT((x.apply_inverse(x.apply(p)) - p).norm(), 1e-6f);
}

TEST(Motion, TimesMustIncrease) {
    Motion m = tumble();
    EXPECT_EQ(m.fault(), nullptr);
    m.keys[1].time = 3.0f;
    EXPECT_STREQ(m.fault(), "the times of 'keys' must increase");
}

}  // namespace
}  // namespace lamella
