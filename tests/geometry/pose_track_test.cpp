#include <lamella/core/error.hpp>
#include <lamella/geometry/pose_track.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kPi = std::numbers::pi;

Eigen::Vector4d turn(const Vec3d& axis, double angle) {
    const Vec3d part = std::sin(0.5 * angle) * axis.normalized();
    return {part.x(), part.y(), part.z(), std::cos(0.5 * angle)};
}

PoseTrack tumble() {
    return PoseTrack({{0.0, {0, 0, 0}, turn({1, 2, 3}, 0.2)},
                      {0.5, {1, 0, 2}, -turn({-1, 1, 0.5}, 2.0)},  // the same rotation with the other sign
                      {2.0, {0, 3, 2}, turn({0, 0, 1}, -1.2)},
                      {2.3, {0, 3, 2}, turn({0, 0, 1}, -1.2)}});
}

TEST(PoseTrack, VelocitiesAreTheDerivative) {
    const PoseKey rest{0.0, {0.3, -0.2, 1.0}, turn({1, 0, 1}, 0.7)};
    for (const PoseTrack& track : {tumble(), tumble().relative_to(rest)}) {
        const Vec3 p(1.5f, 0.5f, -0.5f);
        for (const double t : {0.1, 0.49, 0.51, 1.0, 1.9, 2.2}) {
            const Vec3 difference = (track.at(t + 1e-3).apply(p) - track.at(t - 1e-3).apply(p)) / 2e-3f;
            EXPECT_LT((track.velocity_at(t, p) - difference).norm(), 2e-3f * (1.0f + difference.norm())) << t;
        }
        EXPECT_EQ(track.velocity_at(-1.0, p), Vec3::Zero());
        EXPECT_EQ(track.velocity_at(2.3, p), Vec3::Zero());
        EXPECT_EQ(track.at(-1.0).apply(p), track.at(0.0).apply(p));
        EXPECT_EQ(track.at(9.0).apply(p), track.at(2.3).apply(p));
    }
}

TEST(PoseTrack, ASpinningBodyHasItsAngularVelocity) {
    std::vector<PoseKey> keys;
    for (int k = 0; k <= 8; ++k) keys.push_back({0.25 * k, {0, 0, 0}, turn({0, 1, 0}, 0.5 * kPi * k)});
    const PoseTrack track(keys);
    for (const double t : {0.0, 0.3, 1.1, 1.99})
        EXPECT_LT((track.spin_at(t) - Vec3d(0, 2.0 * kPi, 0)).norm(), 1e-12) << t;
    EXPECT_LT((track.at(0.125).apply({1, 0, 0}) - Vec3(std::sqrt(0.5f), 0, -std::sqrt(0.5f))).norm(), 1e-6f);
    EXPECT_NEAR(track.speed_bound(2.0f), 4.0 * kPi, 1e-4);
    EXPECT_NEAR(track.path_bound(2.0f), 8.0 * kPi, 1e-4);
}

TEST(PoseTrack, RelativeToARestItStartsFromThere) {
    const PoseTrack track = tumble(), relative = track.relative_to(track.keys()[0]);
    const Vec3 p(1, 2, 3);
    EXPECT_LT((relative.at(0.0).apply(p) - p).norm(), 1e-6f);
    for (const double t : {0.2, 1.3}) {
        const Vec3 placed = track.at(0.0).apply(p);
        EXPECT_LT((relative.at(t).apply(placed) - track.at(t).apply(p)).norm(), 1e-5f) << t;
        EXPECT_LT((relative.velocity_at(t, placed) - track.velocity_at(t, p)).norm(), 1e-5f) << t;
    }
}

TEST(PoseTrack, BoundsHold) {
    const PoseKey rest{0.0, {0.3, -0.2, 1.0}, turn({1, 0, 1}, 0.7)};
    for (const PoseTrack& track : {tumble(), tumble().relative_to(rest)}) {
        const Vec3 p(1.5f, 0.5f, -0.5f);
        Real fastest = 0.0f, path = 0.0f;
        for (double t = 0.0; t < 2.3; t += 1e-3) {
            fastest = std::max(fastest, track.velocity_at(t, p).norm());
            path += (track.at(t + 1e-3).apply(p) - track.at(t).apply(p)).norm();
        }
        EXPECT_GE(track.speed_bound(p.norm()), fastest);
        EXPECT_GE(track.path_bound(p.norm()), path);
    }
}

TEST(PoseTrack, TwoKeysAtOneTimeAreAJump) {
    const PoseTrack track({{0.0, {0, 0, 0}}, {1.0, {0, 0, 0}}, {1.0, {5, 0, 0}}, {2.0, {5, 0, 0}}});
    EXPECT_TRUE(track.jumps());
    EXPECT_TRUE(track.moves());
    EXPECT_EQ(track.at(0.999).translation, Vec3(0, 0, 0));
    EXPECT_EQ(track.at(1.0).translation, Vec3(5, 0, 0));
    EXPECT_EQ(track.velocity_at(1.0, {1, 1, 1}), Vec3::Zero());
    EXPECT_FALSE(tumble().jumps());
}

TEST(PoseTrack, NothingIsRest) {
    const PoseTrack track;
    EXPECT_EQ(track.at(3.0).apply({1, 2, 3}), Vec3(1, 2, 3));
    EXPECT_EQ(track.velocity_at(3.0, {1, 2, 3}), Vec3::Zero());
    EXPECT_FALSE(track.moves());
}

TEST(PoseTrack, RefusesWhatIsNoTrack) {
    EXPECT_THROW(PoseTrack({{1.0, {0, 0, 0}}, {0.5, {0, 0, 0}}}), RunError);
    EXPECT_THROW(PoseTrack({{1.0, {0, 0, 0}, {0, 0, 0, 0}}}), RunError);
    EXPECT_THROW(PoseTrack({{1.0, {0, 0, 0}, {0, 0, NAN, 1}}}), RunError);
}

}  // namespace
}  // namespace lamella
