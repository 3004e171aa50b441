#include <lamella/core/error.hpp>
#include <lamella/grid/sparse_grid.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(SparseGrid, SortsBlocksAndKeepsEachOnce) {
    const std::vector<Vec3i> blocks = {{1, 0, 0}, {-1, 5, 2}, {1, 0, 0}, {-1, 5, -3}};
    const SparseGrid grid(Vec3d::Zero(), 0.5, -1.0f, blocks);
    ASSERT_EQ(grid.block_count(), 3);
    EXPECT_EQ(grid.block(0), Vec3i(-1, 5, -3));
    EXPECT_EQ(grid.block(1), Vec3i(-1, 5, 2));
    EXPECT_EQ(grid.block(2), Vec3i(1, 0, 0));
    EXPECT_EQ(grid.find({-1, 5, 2}), 1);
    EXPECT_EQ(grid.find({0, 0, 0}), -1);
}

TEST(SparseGrid, ReadsNodesOnBothSidesOfZero) {
    const std::vector<Vec3i> blocks = {{0, 0, 0}, {-1, -1, -1}};
    SparseGrid grid(Vec3d(1, 2, 3), 0.25, -1.0f, blocks);
    grid.values(grid.find({-1, -1, -1}))[cell_in_tile(7, 6, 0)] = 3.0f;
    grid.values(grid.find({0, 0, 0}))[cell_in_tile(1, 2, 3)] = 4.0f;
    EXPECT_EQ(grid.value({-1, -2, -8}), 3.0f);
    EXPECT_EQ(grid.value({1, 2, 3}), 4.0f);
    EXPECT_EQ(grid.value({8, 0, 0}), -1.0f);
    EXPECT_EQ(grid.node_position({-4, 0, 4}), Vec3d(0, 2, 4));
}

TEST(SparseGrid, MemoryFollowsBlocksNotTheirBounds) {
    const std::vector<Vec3i> far_apart = {{-kTileReach, 0, 0}, {kTileReach - 1, 0, 0}};
    const SparseGrid grid(Vec3d::Zero(), 1.0, 0.0f, far_apart);
    EXPECT_EQ(grid.block(0), far_apart[0]);
    EXPECT_EQ(grid.block(1), far_apart[1]);
    EXPECT_LT(grid.memory_bytes(), 5000u);
    EXPECT_EQ(grid.find({kTileReach, 0, 0}), -1);
}

TEST(SparseGrid, ConstantBlocksTakeNoNodes) {
    const std::vector<Vec3i> blocks = {{0, 0, 0}, {2, 0, 0}};
    SparseGrid grid(Vec3d::Zero(), 1.0, 0.0f, blocks);
    grid.values(1)[0] = 7.0f;
    const std::size_t before = grid.memory_bytes();
    const std::vector<Vec3i> full = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {1, 0, 0}};
    grid.add_constant_blocks(full, 5.0f);
    ASSERT_EQ(grid.block_count(), 4);
    EXPECT_EQ(grid.value({9, 3, 4}), 5.0f);
    EXPECT_EQ(grid.value({24, 0, 0}), 5.0f);
    EXPECT_EQ(grid.value({16, 0, 0}), 7.0f);
    EXPECT_EQ(grid.value({0, 0, 0}), 0.0f);
    EXPECT_EQ(grid.value({32, 0, 0}), 0.0f);
    EXPECT_FALSE(grid.stored(grid.find({1, 0, 0})));
    EXPECT_TRUE(grid.stored(grid.find({2, 0, 0})));
    EXPECT_LT(grid.memory_bytes(), before + SparseGrid::kNodes * sizeof(float) + 200);  // all share one
}

TEST(SparseGrid, RefusesBlocksBeyondItsReach) {
    const std::vector<Vec3i> beyond = {{0, kTileReach, 0}};
    EXPECT_THROW(SparseGrid(Vec3d::Zero(), 1.0, 0.0f, beyond), RunError);
}

}  // namespace
}  // namespace lamella
