#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/surface/kernel_field.hpp>
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

struct Sample {
    explicit Sample(const ParticleSet& particles, const Mueller2003Parameters& parameters = {}, Real spacing = 0.1f)
        : cloud(particles, spacing),
          near(find_near_surface(cloud)),
          kernels(mueller2003_kernels(parameters, cloud, near)) {}
    Real volume(Index j) const {
        const Index slot = kernels.slot[static_cast<std::size_t>(j)];
        const Real h = kernels.radius;
        return slot < 0 ? 1.0f : kernels.own[static_cast<std::size_t>(slot)].scale * h * h * h;
    }

    ParticleCloud cloud;
    NearSurface near;
    KernelSet kernels;
    KernelField field{cloud, near, kernels, 0.5f};
};

double brute_force(const Sample& s, const Vec3d& at) {
    double sum = 0;
    const double rest = std::pow(s.cloud.spacing(), 3);
    const Vec3Column& x = s.cloud.positions();
    for (Index j = 0; j < x.size(); ++j)
        sum +=
            rest * s.volume(j) * cubic_spline((at - x[j].cast<double>()).norm(), s.kernels.radius * s.cloud.spacing());
    return sum;
}

TEST(Mueller2003, NodesHaveTheSumOverAllParticlesOrAreDeepInside) {
    const Sample s(join(ball_points({0.3f, -0.2f, 0.1f}, 0.75f, 0.1f), {Vec3(1.8f, 1.0f, 1.0f)}));
    const SparseGrid phi = s.field.sample(0.05);
    Index summed = 0;
    Index deep = 0;
    for (Index x = -20; x < 46; x += 2)
        for (Index y = -20; y < 40; y += 2)
            for (Index z = -20; z < 40; z += 2) {
                const double expected = brute_force(s, phi.node_position({x, y, z}));
                if (phi.value({x, y, z}) == 1.0f) {
                    ASSERT_GT(expected, 0.7) << x << ' ' << y << ' ' << z;  // the jitter's share deep inside
                    ASSERT_LT((phi.node_position({x, y, z}) - Vec3d(0.3, -0.2, 0.1)).norm(), 0.6);
                    ++deep;
                } else if (phi.find(Vec3i(x, y, z).unaryExpr([](Index i) { return i >> 3; })) >= 0) {
                    ASSERT_NEAR(phi.value({x, y, z}), expected, 2e-6) << x << ' ' << y << ' ' << z;
                    summed += expected > 0;
                } else {
                    ASSERT_LT(expected, 0.1) << x << ' ' << y << ' ' << z;
                }
            }
    EXPECT_GT(summed, 1000);
    EXPECT_GT(deep, 100);
}

TEST(Mueller2003, GradientsMatchDifferencesOfTheSum) {
    const Sample s(particles_at(ball_points(Vec3::Zero(), 0.3f, 0.1f)));
    std::vector<Vec3> points;
    for (std::uint64_t i = 0; i < 50; ++i) points.push_back(0.4f * random_in_cube(3, 0, i));
    const std::vector<FieldSample> samples = s.field.samples(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3d p = points[i].cast<double>();
        ASSERT_NEAR(samples[i].value, brute_force(s, p), 2e-6);
        for (int a = 0; a < 3; ++a) {
            const auto phi = [&](double step) { return brute_force(s, p + step * Vec3d::Unit(a)); };
            ASSERT_NEAR(samples[i].gradient[a], 0.1 * (phi(1e-5) - phi(-1e-5)) / 2e-5, 1e-5);
        }
    }
}

TEST(Mueller2003, IsOneDeepInsideAndOneHalfOnAFlatSurface) {
    std::vector<Vec3> points;
    for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < 10; ++j)
            for (Index k = 0; k < 20; ++k) points.push_back(0.1f * (Vec3(i, j, k).array() + 0.5f));
    const Sample s(particles_at(points));
    const Vec3 places[] = {{1.0f, 0.5f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    const std::vector<FieldSample> samples = s.field.samples(places);
    EXPECT_NEAR(samples[0].value, 1.0f, 0.02f);
    EXPECT_NEAR(samples[1].value, 0.5f, 0.01f);
}

TEST(Mueller2003, OnlyParticlesWithFewNeighboursGainVolume) {
    const auto ball = ball_points(Vec3::Zero(), 0.5f, 0.1f);
    const Sample s(join(ball, {Vec3(3.0f, 0.0f, 0.0f)}));
    Index larger_ones = 0;
    for (Index j = 0; j < s.cloud.size(); ++j) larger_ones += s.volume(j) > 1.0001f;
    EXPECT_LT(larger_ones, s.cloud.size() / 20);
    EXPECT_GE(larger_ones, 1);

    Mueller2003Parameters plain;
    plain.keep_drops = false;
    EXPECT_TRUE(Sample(join(ball, {}), plain).kernels.own.empty());
}

TEST(Mueller2003, MemoryFollowsTheParticles) {
    const auto near = ball_points(Vec3::Zero(), 0.5f, 0.1f);
    const auto far = ball_points(Vec3(1000.0f, 500.0f, -700.0f), 0.5f, 0.1f);
    const std::size_t one = Sample(particles_at(near)).field.sample(0.05).memory_bytes();
    const std::size_t two = Sample(join(near, far)).field.sample(0.05).memory_bytes();
    EXPECT_LT(two, 5 * one / 2);
}

}  // namespace
}  // namespace lamella
