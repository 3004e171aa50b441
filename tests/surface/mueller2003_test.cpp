#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/surface/mueller2003.hpp>

#include <numbers>

namespace lamella {
namespace {

// The cubic spline as it is usually written (Monaghan 1992), in double.
double cubic_spline(double r, double h) {
    const double q = r / h;
    const double w = q < 0.5 ? 6 * (q * q * q - q * q) + 1 : q < 1 ? 2 * std::pow(1 - q, 3) : 0;
    return 8 / (std::numbers::pi * h * h * h) * w;
}

double brute_force(const ParticleCloud& cloud, const ScalarColumn& volumes, const Vec3d& at) {
    double sum = 0;
    const double rest = std::pow(cloud.spacing(), 3);
    const Vec3Column& x = cloud.particles().positions();
    for (Index j = 0; j < x.size(); ++j)
        sum += rest * volumes[j] * cubic_spline((at - x[j].cast<double>()).norm(), cloud.support());
    return sum;
}

struct Sample {
    explicit Sample(const ParticleSet& particles, const Mueller2003Parameters& parameters = {}, Real spacing = 0.1f)
        : cloud(particles, spacing, parameters.support), field(parameters, cloud) {}
    ParticleCloud cloud;
    Mueller2003 field;
};

TEST(Mueller2003, NodesHaveTheSumOverAllParticles) {
    const Sample s(join(ball_points({0.3f, -0.2f, 0.1f}, 0.35f, 0.1f), {Vec3(1.0f, 1.0f, 1.0f)}));
    const SparseGrid phi = s.field.sample();
    Index positive = 0;
    for (Index x = -20; x < 40; x += 2)
        for (Index y = -20; y < 40; y += 2)
            for (Index z = -20; z < 40; z += 2) {
                const double expected = brute_force(s.cloud, s.field.volumes(), phi.node_position({x, y, z}));
                ASSERT_NEAR(phi.value({x, y, z}), expected, 2e-6) << x << ' ' << y << ' ' << z;
                positive += expected > 0;
            }
    EXPECT_GT(positive, 200);
}

TEST(Mueller2003, GradientsMatchDifferencesOfTheSum) {
    const Sample s(particles_at(ball_points(Vec3::Zero(), 0.3f, 0.1f)));
    std::vector<Vec3> points;
    for (std::uint64_t i = 0; i < 50; ++i) points.push_back(0.4f * random_in_cube(3, 0, i));
    const Vec3Column gradients = s.field.gradients(points);
    for (Index i = 0; i < gradients.size(); ++i)
        for (int a = 0; a < 3; ++a) {
            const Vec3d p = points[static_cast<std::size_t>(i)].cast<double>();
            const auto phi = [&](double step) {
                return brute_force(s.cloud, s.field.volumes(), p + step * Vec3d::Unit(a));
            };
            ASSERT_NEAR(gradients[i][a], (phi(1e-5) - phi(-1e-5)) / 2e-5, 1e-4);
        }
}

TEST(Mueller2003, IsOneDeepInsideAndOneHalfOnAFlatSurface) {
    std::vector<Vec3> points;
    for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < 10; ++j)
            for (Index k = 0; k < 20; ++k) points.push_back(0.1f * (Vec3(i, j, k).array() + 0.5f));
    const Sample s(particles_at(points));
    const SparseGrid phi = s.field.sample();
    EXPECT_NEAR(phi.value({20, 10, 20}), 1.0f, 0.02f);
    EXPECT_NEAR(phi.value({20, 20, 20}), 0.5f, 0.01f);
}

TEST(Mueller2003, OnlyParticlesWithFewNeighboursGainVolume) {
    const auto ball = ball_points(Vec3::Zero(), 0.5f, 0.1f);
    const Sample s(join(ball, {Vec3(3.0f, 0.0f, 0.0f)}));
    const Vec3Column& x = s.cloud.particles().positions();
    Index larger_ones = 0;
    for (Index j = 0; j < x.size(); ++j) larger_ones += s.field.volumes()[j] > 1.0001f;
    EXPECT_LT(larger_ones, x.size() / 20);
    EXPECT_GE(larger_ones, 1);

    Mueller2003Parameters plain;
    plain.keep_drops = false;
    const Sample without(join(ball, {}), plain);
    for (const Real v : without.field.volumes().span()) ASSERT_EQ(v, 1.0f);
}

TEST(Mueller2003, MemoryFollowsTheParticles) {
    const auto near = ball_points(Vec3::Zero(), 0.5f, 0.1f);
    const auto far = ball_points(Vec3(1000.0f, 500.0f, -700.0f), 0.5f, 0.1f);
    const std::size_t one = Sample(particles_at(near)).field.sample().memory_bytes();
    const std::size_t two = Sample(join(near, far)).field.sample().memory_bytes();
    EXPECT_LT(two, 5 * one / 2);
}

}  // namespace
}  // namespace lamella
