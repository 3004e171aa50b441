#include <lamella/grid/tile_field.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(TileSet, RepeatsAfterAPeriod) {
    const TileSet tiles(std::vector<Vec3i>{{0, 0, 0}, {2, 0, 0}, {3, 5, 0}, {-1, 5, 0}}, {3, 0, 0});
    ASSERT_EQ(tiles.count(), 4);  // (3, 5, 0) is an image of (0, 5, 0)
    for (const Index x : {-6, -3, 3, 6}) {
        EXPECT_EQ(tiles.find({x, 0, 0}), tiles.find({0, 0, 0})) << x;
        EXPECT_EQ(tiles.find({x + 2, 5, 0}), tiles.find({-1, 5, 0})) << x;
        EXPECT_EQ(tiles.find({x + 1, 0, 0}), -1) << x;
    }
    EXPECT_EQ(tiles.find({0, 0, 3}), -1);
    const auto around = tiles.surroundings();
    EXPECT_EQ(around[tiles.find({0, 0, 0})][around_index(-1, 0, 0)], tiles.find({2, 0, 0}));
    EXPECT_EQ(tiles.dilated().count(), 3 * 6 * 3);  // all along x, y from -1 to 1 and from 4 to 6
}

// The rim of a tile that is its own neighbour.
TEST(TileSet, OneTileMayBeTheWholePeriod) {
    const TileSet tiles(std::vector<Vec3i>{{0, 0, 0}}, {1, 0, 1});
    TileField<float> field(tiles);
    for (Index c = 0; c < kTileCells; ++c) field.tile(0)[c] = static_cast<float>(c);
    RimmedTile<float, 2> rimmed;
    rimmed.gather(field, tiles.surroundings().front(), -1.0f);
    for (Index z = -2; z < kTileWidth + 2; ++z)
        for (Index y = -2; y < kTileWidth + 2; ++y)
            for (Index x = -2; x < kTileWidth + 2; ++x)
                EXPECT_EQ(rimmed.at(x, y, z),
                          y < 0 || y >= kTileWidth ? -1.0f : static_cast<float>(cell_in_tile(x & 7, y, z & 7)));
    EXPECT_EQ(field.at(tiles, {-1, 2, 17}, -1.0f), static_cast<float>(cell_in_tile(7, 2, 1)));
}

}  // namespace
}  // namespace lamella
