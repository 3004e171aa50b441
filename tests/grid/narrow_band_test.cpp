#include <lamella/grid/narrow_band.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace lamella {
namespace {

// A ball of radius 6.3 nodes in blocks around the origin; positive inside.
SparseGrid ball() {
    std::vector<Vec3i> blocks;
    for (Index x = -2; x < 2; ++x)
        for (Index y = -2; y < 2; ++y)
            for (Index z = -2; z < 2; ++z) blocks.push_back({x, y, z});
    SparseGrid grid(Vec3d::Zero(), 0.5, -1.0f, blocks);
    for (Index b = 0; b < grid.block_count(); ++b)
        for (Index n = 0; n < SparseGrid::kNodes; ++n)
            grid.values(b)[static_cast<std::size_t>(n)] =
                6.3f - (SparseGrid::kWidth * grid.block(b) + coordinates_in_tile(n)).cast<Real>().norm();
    return grid;
}

TEST(NarrowBand, HoldsTheNodesAroundTheLevelSetByLayer) {
    const SparseGrid grid = ball();
    const NarrowBand band(grid, 0.0f, 3);
    ASSERT_EQ(band.layer_count(), 3);
    std::set<std::array<Index, 3>> seen;
    for (Index n = 0; n < 3; ++n)
        for (Index i = band.layer(n).begin; i < band.layer(n).end; ++i) {
            const Vec3i& at = band.node(i);
            EXPECT_TRUE(seen.insert({at.x(), at.y(), at.z()}).second);
            EXPECT_EQ(band.inside(i), grid.value(at) >= 0.0f);
            bool crossed = false;
            for (int side = 0; side < 6; ++side) {
                const Vec3i beside = at + (side & 1 ? 1 : -1) * Vec3i::Unit(side / 2);
                crossed = crossed || (grid.value(beside) >= 0.0f) != band.inside(i);
                const Index j = band.around(i)[static_cast<std::size_t>(side)];
                if (j != i)
                    EXPECT_EQ(band.node(j), beside);
                else
                    EXPECT_EQ(n, 2);  // only the last layer has an end
            }
            EXPECT_EQ(crossed, n == 0);
            EXPECT_LT(std::abs(grid.value(at)), static_cast<Real>(n) + 1.0f);
        }
    EXPECT_EQ(static_cast<Index>(seen.size()), band.size());
}

TEST(NarrowBand, WritesItsValuesAndTheRestByItsSide) {
    SparseGrid grid = ball();
    const NarrowBand band(grid, 0.0f, 2);
    std::vector<float> values;
    for (Index i = 0; i < band.size(); ++i) values.push_back(static_cast<float>(i));
    band.write(values, 9.0f, 0.0f, grid);
    for (Index i = 0; i < band.size(); ++i) EXPECT_EQ(grid.value(band.node(i)), static_cast<float>(i));
    EXPECT_EQ(grid.value(Vec3i::Zero()), 9.0f);
    EXPECT_EQ(grid.value({14, 0, 0}), -9.0f);
    EXPECT_EQ(grid.background(), -9.0f);
    EXPECT_EQ(NarrowBand(SparseGrid(), 0.0f, 2).size(), 0);
}

}  // namespace
}  // namespace lamella
