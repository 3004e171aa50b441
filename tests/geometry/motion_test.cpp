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
