#include "particle_shapes.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/surface/spacing.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lamella {
namespace {

TEST(Spacing, IsTwiceTheMedianRadius) {
    ParticleSet particles = particles_at({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)});
    auto& radius = particles.add<ScalarColumn>("pscale");
    radius[0] = 0.05f;
    radius[1] = 9.0f;
    radius[2] = 0.05f;
    const SpacingGuess guess = guess_spacing(particles);
    EXPECT_FLOAT_EQ(guess.spacing, 0.1f);
    EXPECT_EQ(guess.source, SpacingSource::pscale);
}

TEST(Spacing, FollowsFromMassAndDensity) {
    ParticleSet particles = particles_at({Vec3(0, 0, 0), Vec3(1, 0, 0)});
    for (Index i = 0; i < 2; ++i) {
        particles.add<ScalarColumn>("mass")[i] = 8.0f;
        particles.add<ScalarColumn>("density")[i] = 1000.0f;
    }
    const SpacingGuess guess = guess_spacing(particles);
    EXPECT_NEAR(guess.spacing, 0.2f, 1e-6f);
    EXPECT_EQ(guess.source, SpacingSource::mass_and_density);
}

TEST(Spacing, IsSeenInThePositions) {
    for (const Real spacing : {0.001f, 0.1f, 3.0f})
        for (const Real radius : {5.0f, 10.0f, 14.0f}) {
            const auto ball = ball_points(Vec3::Constant(7 * spacing), radius * spacing, spacing);
            EXPECT_NEAR(guess_spacing(particles_at(ball)).spacing / spacing, 1.0f, 0.05f) << radius;
        }
}

TEST(Spacing, IsSeenInAnExactLattice) {
    std::vector<Vec3> points;
    for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < 12; ++j)
            for (Index k = 0; k < 16; ++k) points.push_back(0.05f * Vec3(i, j, k));
    EXPECT_NEAR(guess_spacing(particles_at(points)).spacing, 0.05f, 0.0025f);
}

TEST(Spacing, IsSeenWhereMostParticlesAreInASheet) {
    auto points = ball_points(Vec3::Zero(), 0.5f, 0.1f);
    for (Index i = 0; i < 60; ++i)
        for (Index k = 0; k < 60; ++k) points.push_back(0.1f * Vec3(i, 12, k));
    EXPECT_NEAR(guess_spacing(particles_at(points)).spacing, 0.1f, 0.005f);
}

TEST(Spacing, IsSeenInClustersFarApart) {
    const auto near = ball_points(Vec3::Zero(), 1.0f, 0.1f);
    const auto far = ball_points(Vec3(3000.0f, 0.0f, -2000.0f), 1.0f, 0.1f);
    EXPECT_NEAR(guess_spacing(join(near, far)).spacing, 0.1f, 0.005f);
}

TEST(Spacing, IsUncertainWhereParticlesAreNoBody) {
    EXPECT_FALSE(guess_spacing(particles_at(ball_points(Vec3::Zero(), 0.8f, 0.1f))).uncertain());
    std::vector<Vec3> spray;
    std::vector<Vec3> strand;
    for (std::uint64_t i = 0; i < 300; ++i) {
        spray.push_back(30.0f * random_in_cube(5, 0, i));
        strand.emplace_back(Vec3(static_cast<Real>(i), 0, 0) + 0.2f * random_in_cube(5, 1, i));
    }
    EXPECT_TRUE(guess_spacing(particles_at(spray)).uncertain());
    EXPECT_TRUE(guess_spacing(particles_at(strand)).uncertain());
    ParticleSet told = particles_at(strand);
    for (Index i = 0; i < told.size(); ++i) told.add<ScalarColumn>("pscale")[i] = 0.5f;
    EXPECT_FALSE(guess_spacing(told).uncertain());
}

TEST(Spacing, DependsNeitherOnOrderNorOnThreads) {
    auto points = ball_points(Vec3::Zero(), 1.0f, 0.1f);
    const auto guess = [&](int threads) {
        const ThreadLimit limit(threads);
        return guess_spacing(particles_at(points)).spacing;
    };
    const Real one = guess(1);
    EXPECT_EQ(guess(3), one);
    std::ranges::reverse(points);
    EXPECT_EQ(guess(2), one);
}

TEST(Spacing, SaysWhenThereIsNothingToGuessFrom) {
    EXPECT_THROW(guess_spacing(particles_at({})), InputError);
    EXPECT_THROW(guess_spacing(particles_at({Vec3(1, 2, 3)})), InputError);
    EXPECT_THROW(guess_spacing(particles_at(std::vector<Vec3>(100, Vec3(1, 2, 3)))), InputError);
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_THROW(guess_spacing(particles_at({Vec3(nan, 0, 0), Vec3(1, 0, 0)})), InputError);
    EXPECT_THROW(guess_spacing(particles_at({Vec3(0, nan, 0), Vec3(1, nan, 0), Vec3(2, 0, 0)})), InputError);
}

}  // namespace
}  // namespace lamella
