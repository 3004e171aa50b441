#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/surface/surface_method.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.1f;
const Vec3 kCentre(0.4f, 0.1f, -0.3f);

template <class Parameters>
Parameters thin_plate(ThinPlateBand bounds = {}) {
    Parameters parameters;
    parameters.mesh.thin_plate = bounds;
    return parameters;
}

// The rms of the distance to the centre about its mean, in spacings.
double roughness(const TriangleMesh& mesh) {
    double sum = 0.0, squares = 0.0;
    for (const Vec3& p : mesh.positions) {
        const double r = (p - kCentre).norm() / kSpacing;
        sum += r;
        squares += r * r;
    }
    const double n = mesh.vertex_count();
    return std::sqrt(squares / n - sum * sum / (n * n));
}

TEST(ThinPlate, MakesABallSmoothAndKeepsItsVolume) {
    const ParticleSet ball = particles_at(ball_points(kCentre, 0.6f, kSpacing));
    const Surface rough = reconstruct(Mueller2003Parameters{}, ball, kSpacing);
    const Surface smooth = reconstruct(thin_plate<Mueller2003Parameters>(), ball, kSpacing);
    EXPECT_EQ(expect_sound(smooth.mesh, 0.05).euler_characteristic, 2);
    EXPECT_LT(roughness(smooth.mesh), 0.6 * roughness(rough.mesh));
    EXPECT_NEAR(smooth.report.mesh_volume / rough.report.mesh_volume, 1.0, 0.02);
    EXPECT_LT(smooth.report.thin_plate.energy_after, 0.3 * smooth.report.thin_plate.energy_before);
    EXPECT_GT(smooth.report.thin_plate.energy_after, 0.8 * 16.0 * M_PI);  // a ball's
    EXPECT_GT(smooth.report.thin_plate.steps, 5);
}

TEST(ThinPlate, StaysBetweenItsBounds) {
    const ParticleSet ball = particles_at(ball_points(kCentre, 0.5f, kSpacing));
    const TriangleMesh mesh = reconstruct(thin_plate<Mueller2003Parameters>({0.4f, 0.8f}), ball, kSpacing).mesh;
    const TriangleMesh start = reconstruct(Mueller2003Parameters{}, ball, kSpacing).mesh;
    const auto nearest = [](const Vec3& p, const auto& points) {
        Real least = 1e9f;
        for (const Vec3& q : points) least = std::min(least, (p - q).norm());
        return least / kSpacing;
    };
    std::vector<Vec3> particles;
    for (Index i = 0; i < ball.size(); ++i) particles.push_back(ball.positions()[i]);
    Real closest = 1e9f, farthest = 0.0f;  // of the start, which may lie outside
    for (const Vec3& p : start.positions) {
        closest = std::min(closest, nearest(p, particles));
        farthest = std::max(farthest, nearest(p, particles));
    }
    for (const Vec3& p : mesh.positions) {
        EXPECT_GT(nearest(p, particles), std::min(closest, 0.4f) - 0.1f);
        EXPECT_LT(nearest(p, particles), std::max(farthest, 0.8f) + 0.1f);
    }
}

TEST(ThinPlate, KeepsThinSheetsWhole) {
    std::vector<Vec3> points;
    for (Index i = 0; i < 16; ++i)
        for (Index k = 0; k < 16; ++k) {
            const Vec3 jitter = 0.2f * random_in_cube(4, 0, static_cast<std::uint64_t>(points.size()));
            points.emplace_back(kSpacing * (Vec3(i, 0.2f, k) + jitter));
        }
    const ParticleSet sheet = particles_at(points);
    const double volume = reconstruct(TrueVolumeParameters{}, sheet, kSpacing).report.mesh_volume;
    const Surface s = reconstruct(thin_plate<TrueVolumeParameters>(), sheet, kSpacing);
    EXPECT_EQ(expect_sound(s.mesh, 0.05).euler_characteristic, 2);
    EXPECT_NEAR(s.report.mesh_volume / volume, 1.0, 0.03);
    EXPECT_TRUE(reconstruct(thin_plate<TrueVolumeParameters>(), particles_at({}), kSpacing).mesh.empty());
}

TEST(ThinPlate, GivesTheSameBitsForAnyThreads) {
    const ParticleSet ball = particles_at(ball_points(kCentre, 0.5f, kSpacing));
    const auto bits = [&](int threads) {
        const ThreadLimit limit(threads);
        return bits_of(reconstruct(thin_plate<TrueVolumeParameters>(), ball, kSpacing).mesh);
    };
    const std::uint64_t one = bits(1);
    EXPECT_EQ(bits(2), one);
    EXPECT_EQ(bits(3), one);
}

}  // namespace
}  // namespace lamella
