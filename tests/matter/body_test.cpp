#include <lamella/geometry/animated_mesh.hpp>
#include <lamella/matter/body.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

Body turning_box() {
    Body body;
    body.rest_distance = [](const Vec3& p) { return p.cwiseAbs().maxCoeff() - 0.1f; };
    body.samples = {Vec3(0.1f, 0, 0), Vec3(0, 0.1f, 0), Vec3(0, 0, 0.1f)};
    Motion motion;
    motion.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()}, {2.0f, Vec3(1, 0, 0), Vec3(0, 90, 30)}};
    motion.pivot = Vec3(0.05f, 0, 0);
    body.motion = motion;
    return body;
}

// A tent whose ridge rises.
Body rising_tent() {
    TriangleMesh low;
    low.positions = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {0.5f, 0.5f, 0.5f}};
    low.triangles = {{0, 1, 2}, {0, 2, 3}, {1, 0, 4}, {2, 1, 4}, {3, 2, 4}, {0, 3, 4}};
    TriangleMesh high = low;
    high.positions[4] = {0.5f, 1.0f, 0.5f};
    auto animation = std::make_shared<AnimatedMesh>();
    animation->add(0.0, low, "low");
    animation->add(1.0, high, "high");
    Body body;
    body.samples = {Vec3(0.5f, 0.45f, 0.5f)};
    body.motion = BendingMesh{animation, MeshSamples(low, body.samples), 10.0f};
    return body;
}

TEST(Body, StatesMoveWithTheDerivativeOfTheirPoses) {
    const std::vector<Body> bodies{turning_box()};
    const double t = 0.7, h = 1e-3;
    const BodyState now = states_at(bodies, t).of[0];
    const BodyState before = states_at(bodies, t - h).of[0], after = states_at(bodies, t + h).of[0];
    for (const Vec3& rest : bodies[0].samples) {
        const Vec3d slope = (after.pose.apply(rest).cast<double>() - before.pose.apply(rest).cast<double>()) / (2 * h);
        EXPECT_LT((slope - now.velocity_of(rest).cast<double>()).norm(), 2e-4);
        const Vec3 x = now.pose.apply(rest);
        EXPECT_LT((Body::velocity(now, x) - now.velocity_of(rest)).norm(), 1e-5f);
    }
}

TEST(Body, SpinTurnsAllPointsAlike) {
    const BodyState now = states_at(std::vector{turning_box()}, 0.7).of[0];
    const Vec3 a(0.1f, 0.2f, 0.3f), b(-0.3f, 0.1f, 0.0f);
    const Vec3d arm = (now.pose.apply(a) - now.pose.apply(b)).cast<double>();
    const Vec3d difference = (now.velocity_of(a) - now.velocity_of(b)).cast<double>();
    EXPECT_LT((cross(now.spin(), arm) - difference).norm(), 1e-6);
}

TEST(Body, ABendingMeshCarriesItsSamplesAndItsDistance) {
    const Body body = rising_tent();
    const BodyStates half = states_at(std::vector{body}, 0.5);
    const BodyState& now = half.of[0];
    ASSERT_TRUE(now.bent);
    EXPECT_TRUE(body.moves());
    EXPECT_NEAR(now.bent->mesh().positions[4].y(), 0.75f, 1e-6f);
    EXPECT_NEAR(Body::velocity(now, Vec3(0.5f, 0.9f, 0.5f)).y(), 0.5f, 1e-5f);
    EXPECT_NEAR(Body::velocity(now, Vec3(0.5f, -0.1f, 0.5f)).norm(), 0.0f, 1e-6f);
    EXPECT_LT(body.distance(now, Vec3(0.5f, 0.6f, 0.5f)), 0.0f);
    EXPECT_GT(body.distance(states_at(std::vector{body}, 0.0).of[0], Vec3(0.5f, 0.6f, 0.5f)), 0.0f);
    const double h = 1e-3;
    const Vec3 before = states_at(std::vector{body}, 0.5 - h).of[0].bent->sample(0);
    const Vec3 after = states_at(std::vector{body}, 0.5 + h).of[0].bent->sample(0);
    EXPECT_LT(((after - before) / static_cast<Real>(2 * h) - now.bent->sample_velocity(0)).norm(), 1e-3f);
}

TEST(Body, ComesToRestAfterItsLastKey) {
    Body body = turning_box();
    body.max_speed = 3.0f;
    const BodyState now = states_at(std::vector{body}, 0.0).of[0];
    EXPECT_EQ(speed_bound(body, now, 1.9), 3.0f);
    EXPECT_EQ(speed_bound(body, now, 2.0), 0.0f);
    body.motion = MovedBySolver{};
    BodyState moved;
    moved.drift = Vec3d(0, 2, 0);
    EXPECT_FLOAT_EQ(speed_bound(body, moved, 5.0), 2.0f);
}

}  // namespace
}  // namespace lamella
