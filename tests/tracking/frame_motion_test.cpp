#include "moving_particles.hpp"

#include <lamella/core/error.hpp>
#include <lamella/tracking/motion/moving_field.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

using namespace test;

ParticleSet particles(const std::vector<Vec3>& places, const std::vector<Index>& ids,
                      const std::vector<Vec3>& velocities) {
    ParticleSet set = particles_from_points(places);
    set.remove("id");
    if (!ids.empty())
        for (Index i = 0; i < set.size(); ++i) set.add<IndexColumn>("id")[i] = ids[static_cast<std::size_t>(i)];
    if (!velocities.empty())
        for (Index i = 0; i < set.size(); ++i) set.add<Vec3Column>("v").set(i, velocities[static_cast<std::size_t>(i)]);
    return set;
}

// A cubic in time is followed exactly: x = t^3 - t, over two seconds from t = 0.
TEST(FrameMotion, FollowsCubics) {
    const ParticleSet first = particles({{0, 0, 0}}, {5}, {{-1, 0, 0}});
    const ParticleSet second = particles({{6, 0, 0}}, {5}, {{11, 0, 0}});
    const FrameMotion motion(first, second, 2.0, 10.0f);
    ASSERT_EQ(motion.size(), 1);
    for (const Real s : {0.0f, 0.25f, 0.5f, 1.0f}) {
        const Real t = 2.0f * s;
        EXPECT_NEAR(motion.places(s)[0].x(), t * t * t - t, 1e-5f) << s;
    }
    EXPECT_FLOAT_EQ(motion.largest_own_move(), 0.0f);
}

TEST(FrameMotion, SaysHowFarParticlesMoveBeyondTheMean) {
    const std::vector<Vec3> start{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, fall{{0, -9, 0}, {0, -9, 0}, {0, -9, 0}};
    const FrameMotion together(particles(start, {1, 2, 3}, fall),
                               particles({{0, -9, 0}, {1, -9, 0}, {2, -9, 0}}, {1, 2, 3}, fall), 1.0, 1.0f);
    EXPECT_FLOAT_EQ(together.largest_own_move(), 0.0f);
    const FrameMotion apart(particles(start, {1, 2, 3}, fall),
                            particles({{0, -9, 0}, {1, -9, 0}, {2, -3, 0}}, {1, 2, 3}, fall), 1.0, 10.0f);
    EXPECT_FLOAT_EQ(apart.largest_own_move(), 4.0f);
}

TEST(FrameMotion, MatchesIdsAndFadesTheOthers) {
    const ParticleSet first = particles({{0, 0, 0}, {1, 0, 0}}, {7, 3}, {{1, 0, 0}, {1, 0, 0}});
    const ParticleSet second = particles({{5, 0, 0}, {1, 0, 0}}, {9, 7}, {{1, 0, 0}, {1, 0, 0}});
    const FrameMotion motion(first, second, 1.0, 1.0f);
    ASSERT_EQ(motion.size(), 3);  // 3, 7, 9
    EXPECT_EQ(motion.track(0).second, -1);
    EXPECT_EQ(motion.track(1).first, 0);
    EXPECT_EQ(motion.track(1).second, 1);
    EXPECT_EQ(motion.track(2).first, -1);
    EXPECT_FLOAT_EQ(motion.track(0).share(0.25f), 0.75f);
    EXPECT_FLOAT_EQ(motion.track(1).share(0.25f), 1.0f);
    EXPECT_FLOAT_EQ(motion.track(2).share(0.25f), 0.25f);
    const Vec3Column half = motion.places(0.5f);
    EXPECT_FLOAT_EQ(half[0].x(), 1.5f);
    EXPECT_FLOAT_EQ(half[1].x(), 0.5f);
    EXPECT_FLOAT_EQ(half[2].x(), 4.5f);
}

TEST(FrameMotion, TakesWhatWasPutElsewhereAsTwo) {
    const ParticleSet first = particles({{0, 0, 0}}, {1}, {{1, 0, 0}});
    const ParticleSet second = particles({{50, 0, 0}}, {1}, {{1, 0, 0}});
    EXPECT_EQ(FrameMotion(first, second, 1.0, 1.0f).size(), 2);
}

TEST(FrameMotion, GoesByDifferencesOrByVelocitiesAlone) {
    const std::vector<Vec3> none;
    const FrameMotion straight(particles({{0, 0, 0}}, {1}, none), particles({{4, 0, 0}}, {1}, none), 1.0, 1.0f);
    EXPECT_FLOAT_EQ(straight.places(0.25f)[0].x(), 1.0f);
    const FrameMotion both(particles({{0, 0, 0}}, {}, {{2, 0, 0}}), particles({{3, 0, 0}}, {}, {{2, 0, 0}}), 1.0, 1.0f);
    ASSERT_EQ(both.size(), 2);
    EXPECT_FLOAT_EQ(both.places(0.5f)[0].x(), 1.0f);
    EXPECT_FLOAT_EQ(both.places(0.5f)[1].x(), 2.0f);
    EXPECT_THROW(FrameMotion(particles({{0, 0, 0}}, {}, none), particles({{0, 0, 0}}, {}, none), 1.0, 1.0f),
                 InputError);
}

TEST(FrameMotion, FindsTheTimeBetweenFrames) {
    const std::vector<Vec3> points = particle_ball(3.0f);
    const auto seconds = seconds_between(turning(points, 0.0, 1.0), turning(points, 1.0 / 24.0, 1.0));
    ASSERT_TRUE(seconds.has_value());
    EXPECT_NEAR(*seconds, 1.0 / 24.0, 1e-5);
    EXPECT_FALSE(seconds_between(turning(points, 0.0, 0.0), turning(points, 1.0, 0.0)));
}

// At the frames the kernels that move are those of the frames; in between, of a body that turns, those of a body that
// has turned half as far.
TEST(MovingField, LiesBetweenTheFrames) {
    const std::vector<Vec3> points = particle_ball(4.0f);
    const FrameField settings = TrueVolumeParameters{};
    const ParticleSet a = turning(points, 0.0, 0.2), b = turning(points, 1.0, 0.2), half = turning(points, 0.5, 0.2);
    const FieldMoment first = field_of_frame(settings, a, 1.0f), second = field_of_frame(settings, b, 1.0f),
                      middle = field_of_frame(settings, half, 1.0f);
    const FrameMotion motion(a, b, 1.0, 1.0f);
    const MovingField field(settings, motion, first, second);
    const auto worst = [&](Real s, const FieldMoment& expected) {
        const std::vector<Vec3> places = expected.mesh(0.5).positions;
        std::vector<LevelSample> moved(places.size()), fixed(places.size());
        const FieldMoment moment = field.at(s, motion.places(s));
        moment.phi().evaluate(places, moved);
        expected.phi().evaluate(places, fixed);
        Real largest = 0.0f;
        for (std::size_t i = 0; i < places.size(); ++i)
            largest = std::max(largest, std::abs(moved[i].value - fixed[i].value));
        return largest;
    };
    EXPECT_LT(worst(0.0f, first), 1e-5f);
    EXPECT_LT(worst(1.0f, second), 1e-5f);
    EXPECT_LT(worst(0.5f, middle), 0.01f);
}

}  // namespace
}  // namespace lamella
