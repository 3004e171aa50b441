#include <lamella/eulerian/solid_grid.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <queue>
#include <set>

namespace lamella {
namespace {

constexpr double kCell = 0.02;

// A spherical shell: walls in every direction.
Body shell(const Vec3& centre, Real radius, Real wall) {
    Body body;
    body.rest_distance = [=](const Vec3& p) { return std::abs((p - centre).norm() - radius) - 0.5f * wall; };
    body.thinnest = wall;
    return body;
}

TileSet block_of_tiles(Index width) {
    std::vector<Vec3i> list;
    for (Index k = 0; k < width * width * width; ++k)
        list.emplace_back(k % width, k / width % width, k / width / width);
    return TileSet(list);
}

// How many cells are reached from the one at a place through open faces.
std::size_t reached_from(const SolidGrid& solids, const TileSet& tiles, const Vec3& place) {
    const Vec3i start = (place / static_cast<Real>(kCell)).array().floor().cast<Index>();
    const auto key = [](const Vec3i& c) { return std::array{c.x(), c.y(), c.z()}; };
    std::set<std::array<Index, 3>> seen{key(start)};
    std::queue<Vec3i> open({start});
    for (; !open.empty(); open.pop()) {
        const Vec3i cell = open.front();
        for (int a = 0; a < 3; ++a)
            for (const Index side : {0, 1}) {
                const Vec3i face = cell + side * Vec3i::Unit(a), next = cell + (2 * side - 1) * Vec3i::Unit(a);
                const auto& shares = solids.open_share()[static_cast<std::size_t>(a)];
                if (shares.at(tiles, face, 0.0f) > 0.0f && seen.insert(key(next)).second) open.push(next);
            }
    }
    return seen.size();
}

TEST(ThinWalls, PartTheirSides) {
    const TileSet tiles = block_of_tiles(3);
    const Vec3 centre(0.243f, 0.238f, 0.241f);
    const Real radius = 0.15f;
    const double inside = 4.0 / 3.0 * std::numbers::pi * std::pow(radius / kCell, 3);
    for (const Real wall : {0.0002f, 0.002f, 0.01f, 0.019f, 0.03f}) {
        SolidGrid solids({{Vec3::Constant(-9), Vec3::Constant(9)}, {}}, {shell(centre, radius, wall)}, kCell);
        solids.update(tiles, tiles.surroundings(), states_at(solids.bodies(), 0.0));
        const auto cells = static_cast<double>(reached_from(solids, tiles, centre));
        EXPECT_LT(cells, 1.35 * inside) << wall;
        EXPECT_GT(cells, 0.6 * inside) << wall;
    }
}

// A wall from 0.113 to 0.115 m lies in the cells from 0.10 to 0.12 m, which belong to the side below it.
TEST(ThinWalls, CloseTheFacesBesideThem) {
    Body plate;
    plate.rest_distance = [](const Vec3& p) { return std::abs(p.x() - 0.114f) - 0.001f; };
    plate.thinnest = 0.002f;
    const TileSet tiles = block_of_tiles(2);
    SolidGrid solids({{Vec3::Constant(-9), Vec3::Constant(9)}, {}}, {plate}, kCell);
    solids.update(tiles, tiles.surroundings(), states_at(solids.bodies(), 0.0));
    const auto share = [&](std::size_t axis, Index x) {
        return solids.open_share()[axis].at(tiles, Vec3i(x, 4, 4), -1.0f);
    };
    EXPECT_EQ(share(0, 5), 1.0f);            // x = 0.10
    EXPECT_EQ(share(0, 6), 0.0f);            // x = 0.12
    EXPECT_NEAR(share(1, 5), 0.65f, 1e-3f);  // 13 of 20 mm
    EXPECT_EQ(share(1, 6), 1.0f);
    EXPECT_NEAR(solids.open_volume().at(tiles, Vec3i(5, 4, 4), -1.0f), 0.65f, 1e-3f);
    EXPECT_EQ(solids.thin_walls().parted_faces().at(tiles, Vec3i(6, 4, 4), 0), 1);
}

}  // namespace
}  // namespace lamella
