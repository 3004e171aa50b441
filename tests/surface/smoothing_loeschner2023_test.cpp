#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_folds.hpp>
#include <lamella/geometry/mesh_shadow.hpp>
#include <lamella/surface/smoothing/smoothing_loeschner2023.hpp>
#include <lamella/surface/surface_method.hpp>

#include <algorithm>

namespace lamella {
namespace {

// n points along each axis, `apart` spacings apart, each moved by up to a fifth of a spacing; the spacing is 1.
ParticleSet lattice(const Vec3i& n, const Vec3& apart) {
    std::vector<Vec3> points;
    for (Index i = 0; i < n.x(); ++i)
        for (Index j = 0; j < n.y(); ++j)
            for (Index k = 0; k < n.z(); ++k) {
                const Vec3 at = Vec3(i, j, k) - 0.5f * (n - Vec3i::Ones()).cast<Real>();
                const Vec3 jitter = 0.2f * random_in_cube(4, 0, static_cast<std::uint64_t>(points.size()));
                points.emplace_back(at.cwiseProduct(apart) + jitter);
            }
    return particles_at(points);
}

template <class Parameters>
Surface smoothed(const ParticleSet& particles, Index passes) {
    Parameters parameters;
    parameters.mesh.smoothing = passes;
    return reconstruct(parameters, particles, 1.0f);
}

template <class Parameters>
class SmoothedField : public testing::Test {};
using Fields = testing::Types<TrueVolumeParameters, Mueller2003Parameters, ZhuBridson2005Parameters, Yu2011Parameters>;
TYPED_TEST_SUITE(SmoothedField, Fields);

TYPED_TEST(SmoothedField, HasNoPits) {
    const ParticleSet pool = lattice({12, 5, 12}, Vec3::Ones());
    const Surface rough = smoothed<TypeParam>(pool, 0);
    for (const Index passes : {1, 5, 20}) {
        const Surface smooth = smoothed<TypeParam>(pool, passes);
        EXPECT_LE(share_of_folds(smooth.mesh), share_of_folds(rough.mesh) + 5e-4) << passes;  // inverse distances: 0.02
        EXPECT_NEAR(smooth.report.mesh_volume / rough.report.mesh_volume, 1.0, 1e-3) << passes;
        expect_sound(smooth.mesh, 0.5);
    }
}

TEST(SmoothingLoeschner2023, LeavesDropsStrandsAndSheetsAsTheyAre) {
    for (const auto& [n, apart] : {std::pair{Vec3i(3, 3, 3), Vec3(5, 5, 5)}, {Vec3i(24, 1, 1), Vec3(1, 1, 1)}}) {
        const ParticleSet particles = lattice(n, apart);
        const double volume = smoothed<TrueVolumeParameters>(particles, 0).report.mesh_volume;
        // Drops lose 72 % when all vertices take their whole step.
        EXPECT_NEAR(smoothed<TrueVolumeParameters>(particles, 20).report.mesh_volume / volume, 1.0, 0.005);
    }
    const ParticleSet sheet = lattice({20, 1, 20}, {1.25f, 1.0f, 1.25f});
    const Surface whole = smoothed<TrueVolumeParameters>(sheet, 0);
    const Surface smooth = smoothed<TrueVolumeParameters>(sheet, 20);
    EXPECT_EQ(share_uncovered(smooth.mesh, 9.0f, 200), 0.0);
    EXPECT_NEAR(smooth.report.mesh_volume / whole.report.mesh_volume, 1.0, 1e-3);
    EXPECT_EQ(check_mesh(smooth.mesh).euler_characteristic, 2);
}

TEST(SmoothingLoeschner2023, SharesFollowTheNumberOfParticlesAround) {
    const auto mean_share = [](const ParticleSet& particles) {
        const ParticleCloud cloud(particles, 1.0f);
        const TriangleMesh mesh = smoothed<TrueVolumeParameters>(particles, 0).mesh;
        double sum = 0.0;
        for (const Real share : smoothing_shares(cloud, mesh)) {
            EXPECT_GE(share, 0.0f);
            EXPECT_LE(share, 1.0f);
            sum += share;
        }
        return sum / mesh.vertex_count();
    };
    const double body = mean_share(lattice({12, 12, 12}, Vec3::Ones()));
    const double sheet = mean_share(lattice({20, 1, 20}, Vec3::Ones()));
    EXPECT_GT(body, 0.65);
    EXPECT_LT(sheet, 0.35);
    EXPECT_GT(sheet, 0.15);
    EXPECT_LT(mean_share(lattice({20, 1, 1}, Vec3::Ones())), 0.02);
    EXPECT_EQ(mean_share(lattice({3, 3, 3}, Vec3::Constant(5.0f))), 0.0);
}

TEST(SmoothingLoeschner2023, GivesTheSameBitsForAnyThreadsAndOrder) {
    auto points = ball_points({0.4f, 0.1f, -0.3f}, 6.0f, 1.0f);
    const auto bits = [&](int threads) {
        const ThreadLimit limit(threads);
        return bits_of(smoothed<TrueVolumeParameters>(particles_at(points), 5).mesh);
    };
    const std::uint64_t one = bits(1);
    EXPECT_EQ(bits(2), one);
    std::ranges::reverse(points);
    EXPECT_EQ(bits(3), one);
}

}  // namespace
}  // namespace lamella
