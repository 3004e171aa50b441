#include "surface_testing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/surface/level_set/distance_band.hpp>
#include <lamella/surface/marching_cubes.hpp>

#include <algorithm>
#include <numbers>

namespace lamella {
namespace {

constexpr double kCell = 0.05;
constexpr Real kRadius = 1.02f;

// A field that is no distance, on more blocks than the band needs.
SparseGrid ball() {
    SparseGrid phi(Vec3d(0.01, 0.02, 0.03), kCell, -1.0f, cube_of_blocks(-4, 4));
    fill_nodes(phi, [&](const Vec3i& n) {
        return static_cast<float>(kRadius * kRadius - phi.node_position(n).squaredNorm());
    });
    return phi;
}

SparseGrid band_of(const SparseGrid& phi) { return distance_band(phi, 0.0f, marching_cubes(phi, 0.0f)); }

TEST(DistanceBand, IsTheDistanceOnThreeCellsAndConstantBeyond) {
    const SparseGrid band = band_of(ball());
    EXPECT_FLOAT_EQ(band.background(), 3 * kCell);
    Index within = 0, deep = 0;
    for (Index b = 0; b < band.block_count(); ++b)
        for (Index n = 0; n < SparseGrid::kNodes; ++n) {
            const Vec3i node = SparseGrid::kWidth * band.block(b) + coordinates_in_tile(n);
            const auto exact = static_cast<float>(band.node_position(node).norm()) - kRadius;
            const float value = band.values(b)[static_cast<std::size_t>(n)];
            ASSERT_NEAR(value, std::clamp(exact, -band.background(), band.background()), 0.03 * kCell);
            within += std::abs(value) < band.background() ? 1 : 0;
            deep += value == -band.background() ? 1 : 0;
        }
    const double shell = 4 * std::numbers::pi * double{kRadius} * double{kRadius} * 6 / (kCell * kCell);  // nodes
    EXPECT_NEAR(within / shell, 1.0, 0.02);
    EXPECT_GT(deep, 10'000);
    EXPECT_EQ(band.value(Vec3i(100, 0, 0)), band.background());
}

// Both sides of a sheet of two cells: the field says what is between them.
TEST(DistanceBand, ThinSheetsHaveTwoSides) {
    SparseGrid phi(Vec3d::Zero(), kCell, -1.0f, cube_of_blocks(-2, 2));
    fill_nodes(phi, [&](const Vec3i& n) {
        const Vec3d x = phi.node_position(n);
        return static_cast<float>(std::min(kCell - std::abs(x.z() - 0.4 * kCell), 0.5 - x.head<2>().norm()));
    });
    const SparseGrid band = band_of(phi);
    EXPECT_NEAR(band.value(Vec3i(0, 0, 0)), -0.6 * kCell, 1e-4 * kCell);
    EXPECT_NEAR(band.value(Vec3i(0, 0, 1)), -0.4 * kCell, 1e-4 * kCell);
    EXPECT_NEAR(band.value(Vec3i(0, 0, 2)), 0.6 * kCell, 1e-4 * kCell);
    EXPECT_NEAR(band.value(Vec3i(0, 0, -2)), 1.4 * kCell, 1e-4 * kCell);
}

TEST(DistanceBand, HasTheSameBitsForAnyNumberOfThreads) {
    const SparseGrid phi = ball();
    const auto bits = [&](int threads) {
        const ThreadLimit limit(threads);
        const SparseGrid band = band_of(phi);
        std::vector<float> all;
        for (Index b = 0; b < band.block_count(); ++b)
            all.insert(all.end(), band.values(b).begin(), band.values(b).end());
        return all;
    };
    const auto one = bits(1);
    EXPECT_EQ(bits(2), one);
    EXPECT_EQ(bits(3), one);
}

TEST(DistanceBand, OfNothingIsNothing) {
    const SparseGrid phi(Vec3d::Zero(), kCell, -1.0f, cube_of_blocks(0, 1));
    EXPECT_EQ(band_of(phi).block_count(), 0);
}

}  // namespace
}  // namespace lamella
