#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/surface/exact_volume.hpp>
#include <lamella/surface/surface_method.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.1f;

TrueVolumeParameters exact(Index frames) {
    TrueVolumeParameters parameters;
    parameters.exact_volume = frames;
    return parameters;
}

double volume_error(const Surface& s) { return s.report.mesh_volume / s.report.particle_volume - 1.0; }

TEST(ExactVolume, SmallBallsEncloseTheirParticles) {
    double largest = 0.0;  // of the plain ones
    for (const Real radius : {0.25f, 0.3f, 0.45f}) {
        const ParticleSet ball = particles_at(ball_points({0.4f, 0.1f, -0.3f}, radius, kSpacing));
        const Surface plain = reconstruct(exact(0), ball, kSpacing);
        const Surface moved = reconstruct(exact(1), ball, kSpacing);
        EXPECT_EQ(plain.report.level, 0.4f);
        EXPECT_LT(std::abs(volume_error(moved)), 2e-4) << radius;
        largest = std::max(largest, std::abs(volume_error(plain)));
        expect_sound(moved.mesh, 0.05);
    }
    EXPECT_GT(largest, 5e-3);
}

TEST(ExactVolume, TheLevelStaysNearItsOwn) {  // drops of 0.55 of their volume
    const ParticleSet spray = particles_at({Vec3::Zero(), Vec3(1, 0, 0), Vec3(0, 1, 0)});
    const Surface s = reconstruct(exact(1), spray, kSpacing);
    EXPECT_NEAR(s.report.level, 0.34f, 1e-6f);
    EXPECT_EQ(reconstruct(exact(1), particles_at({}), kSpacing).report.level, 0.4f);
}

TEST(ExactVolume, AFrameTakesTheMeanOfTheLastFrames) {
    SurfaceMemory memory;
    EXPECT_EQ(mean_level(3, 0.5f, nullptr), 0.5f);
    EXPECT_FLOAT_EQ(mean_level(3, 0.3f, &memory), 0.3f);
    EXPECT_FLOAT_EQ(mean_level(3, 0.6f, &memory), 0.45f);
    EXPECT_FLOAT_EQ(mean_level(3, 0.0f, &memory), 0.3f);
    EXPECT_FLOAT_EQ(mean_level(3, 0.0f, &memory), 0.2f);  // 0.3 is forgotten
    EXPECT_EQ(frames_before(exact(3)), 2);
    EXPECT_EQ(frames_before(exact(1)), 0);
    EXPECT_EQ(frames_before(exact(0)), 0);
    EXPECT_EQ(frames_before(Yu2011Parameters{}), 0);
}

// The same ball with other noise in every frame: without the mean the level follows the noise.
TEST(ExactVolume, DoesNotPump) {
    const auto largest_change = [](Index frames) {
        SurfaceMemory memory;
        Real before = 0.0f, largest = 0.0f;
        for (std::uint64_t frame = 0; frame < 8; ++frame) {
            ParticleSet ball = particles_at(ball_points(Vec3::Zero(), 0.3f, kSpacing));
            for (Index i = 0; i < ball.size(); ++i)
                ball.positions().set(i, ball.positions()[i] + 0.2f * kSpacing * random_in_cube(5, frame, i));
            const Real level = reconstruct(exact(frames), ball, kSpacing, &memory).report.level;
            if (frame > 3) largest = std::max(largest, std::abs(level - before));
            before = level;
        }
        return largest;
    };
    EXPECT_LT(2.0f * largest_change(4), largest_change(1));
}

TEST(ExactVolume, GivesTheSameBitsForAnyThreads) {
    const ParticleSet ball = particles_at(ball_points({0.4f, 0.1f, -0.3f}, 0.6f, kSpacing));
    const auto bits = [&](int threads) {
        const ThreadLimit limit(threads);
        return bits_of(reconstruct(exact(1), ball, kSpacing).mesh);
    };
    const std::uint64_t one = bits(1);
    EXPECT_EQ(bits(2), one);
    EXPECT_EQ(bits(3), one);
}

}  // namespace
}  // namespace lamella
