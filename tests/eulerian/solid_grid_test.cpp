#include <lamella/core/random.hpp>
#include <lamella/eulerian/solid_grid.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

TEST(OpenShare, OfASquareIsThatOfAPlane) {
    EXPECT_FLOAT_EQ(open_share_of_square(1, 1, 1, 1), 1.0f);
    EXPECT_FLOAT_EQ(open_share_of_square(-1, -1, -1, 0), 0.0f);
    EXPECT_NEAR(open_share_of_square(-0.3f, 0.7f, 0.7f, -0.3f), 0.7f, 1e-6f);   // x > 0.3
    EXPECT_NEAR(open_share_of_square(-0.5f, 0.5f, 1.5f, 0.5f), 0.875f, 1e-6f);  // x + y > 1/2
    EXPECT_NEAR(open_share_of_square(0.0f, 0.0f, 1.0f, 1.0f), 1.0f, 1e-6f);     // a wall along an edge closes nothing
}

TEST(OpenShare, OfACubeIsThatOfAPlane) {
    for (int axis = 0; axis < 3; ++axis)
        for (const Real cut : {0.1f, 0.5f, 0.83f}) {
            std::array<Real, 8> corners{};
            for (int k = 0; k < 8; ++k) corners[static_cast<std::size_t>(k)] = static_cast<Real>(k >> axis & 1) - cut;
            EXPECT_NEAR(open_share_of_cube(corners), 1.0f - cut, 1e-5f);
        }
    EXPECT_FLOAT_EQ(open_share_of_cube({0, 0, 0, 0, 0, 0, 0, 1}), 1.0f);  // the corner of a tank
}

// Between corners the distance to a ball is too large by up to cell^2 / (4 R), 0.7 % of the radius.
TEST(SolidGrid, BallsCloseTheirCrossSection) {
    const double cell = 0.05;
    const Vec3 centre(0.53f, 0.47f, 0.5f);
    const Real radius = 0.3f;
    Body ball;
    ball.rest_distance = [=](const Vec3& p) { return (p - centre).norm() - radius; };
    SolidGrid solids({{Vec3::Constant(-9), Vec3::Constant(9)}, {}}, {ball}, cell);
    std::vector<Vec3i> list;
    for (Index k = 0; k < 27; ++k) list.emplace_back(k % 3, k / 3 % 3, k / 9);
    const TileSet tiles(list);
    solids.update(tiles, tiles.surroundings(), states_at(solids.bodies(), 0.0));
    double volume = 0.0, area = 0.0;
    for (Index t = 0; t < tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3i at_cell = tiles.first_cell(t) + coordinates_in_tile(c);
            if (at_cell.maxCoeff() == 23) continue;  // the corners beyond it are not there
            const auto at = static_cast<std::size_t>(c);
            volume += 1.0 - solids.open_volume().tile(t)[at];
            if (at_cell.x() == 11) area += 1.0 - solids.open_share()[0].tile(t)[at];  // x = 0.55
        }
    const double ball_volume = 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
    EXPECT_NEAR(volume * std::pow(cell, 3), ball_volume, 0.02 * ball_volume);
    const double cross_section = std::numbers::pi * (radius * radius - 0.02 * 0.02);
    EXPECT_NEAR(area * cell * cell, cross_section, 0.02 * cross_section);
}

// A block fills its row of cells but for a slit above it.
TEST(SolidGrid, SlitsThatAreAlmostShutAreClosed) {
    const double cell = 0.1;
    for (const Real share : {0.02f, 0.05f}) {
        Body block;
        block.rest_distance = [=](const Vec3& p) { return p.y() - 0.1f * (5.0f - share); };
        SolidGrid solids({{Vec3::Constant(-9), Vec3::Constant(9)}, {}}, {block}, cell);
        const TileSet tiles(std::vector<Vec3i>{{0, 0, 0}});
        solids.update(tiles, tiles.surroundings(), states_at(solids.bodies(), 0.0));
        const float open = solids.open_share()[0].at(tiles, Vec3i(4, 4, 4), -1.0f);
        EXPECT_NEAR(open, share < 0.03f ? 0.0f : share, 1e-3f);
        EXPECT_EQ(solids.open_share()[0].at(tiles, Vec3i(4, 5, 4), -1.0f), 1.0f);
    }
}

TEST(SolidGrid, MovingSolidsCarryTheirVelocity) {
    Body ball;
    ball.rest_distance = [](const Vec3& p) { return (p - Vec3(0.2f, 0.2f, 0.2f)).norm() - 0.1f; };
    ball.motion = Motion{{{0.0f, Vec3::Zero(), Vec3::Zero()}, {1.0f, Vec3(0.5f, 0, 0), Vec3::Zero()}}};
    SolidGrid solids({{Vec3::Zero(), Vec3::Ones()}, {}}, {ball}, 0.05);
    std::vector<Vec3i> list{{0, 0, 0}, {1, 0, 0}};
    const TileSet tiles(list);
    solids.update(tiles, tiles.surroundings(), states_at(solids.bodies(), 0.4));  // the ball is at x = 0.4
    EXPECT_TRUE(solids.moves());
    EXPECT_NEAR(solids.velocity(Vec3(0.45f, 0.2f, 0.2f)).x(), 0.5f, 1e-5f);
    EXPECT_EQ(solids.velocity(Vec3(0.9f, 0.01f, 0.9f)), Vec3::Zero());  // the floor is nearer
    EXPECT_LT(solids.corner_distance().at(tiles, Vec3i(8, 4, 4), 9.0f), -0.09f);
    EXPECT_GT(solids.corner_distance().at(tiles, Vec3i(4, 4, 4), -9.0f), 0.0f);
}

}  // namespace
}  // namespace lamella
