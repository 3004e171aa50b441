#include <lamella/core/random.hpp>
#include <lamella/eulerian/extrapolation.hpp>
#include <lamella/eulerian/pressure_projection.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr double kCell = 0.1;

// 32^3 cells around a ball, filled with liquid to a slope; velocities at random.
struct Tank {
    TileSet tiles;
    std::vector<TilesAround> around;
    SolidGrid solids;
    RigidCouplingBatty2007 bodies{1000.0, 0.01};
    LiquidCells cells;
    FaceField velocity;

    explicit Tank(GridWalls walls)
        : tiles(cube_of_tiles()), around(tiles.surroundings()), solids(std::move(walls), {ball()}, kCell) {
        solids.update(tiles, around, states_at(solids.bodies(), 0.0));
        assign(velocity, tiles, 0.0f);
        cells.liquid.assign(tiles, 0);
        cells.level.assign(tiles, 1.0f);
        for (Index t = 0; t < tiles.count(); ++t)
            for (Index c = 0; c < kTileCells; ++c) fill(t, c);
    }
    static std::vector<Vec3i> cube_of_tiles() {
        std::vector<Vec3i> list;
        for (Index k = 0; k < 64; ++k) list.emplace_back(k % 4, k / 4 % 4, k / 16);
        return list;
    }
    static Body ball() {
        Body solid;
        solid.rest_distance = [](const Vec3& p) { return (p - Vec3(1.63f, 0.7f, 1.55f)).norm() - 0.5f; };
        return solid;
    }
    void fill(Index t, Index c) {
        const auto at = static_cast<std::size_t>(c);
        const Vec3 centre = (tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>() + Vec3::Constant(0.5f);
        const Real level = centre.y() - (14.3f + 0.2f * centre.x());  // cells
        cells.level.tile(t)[at] = std::clamp(level, -1.0f, 1.0f);
        cells.liquid.tile(t)[at] = level < 0.0f && solids.open_volume().tile(t)[at] > 0.0f ? 1 : 0;
        for (std::size_t a = 0; a < 3; ++a)
            velocity[a].tile(t)[at] = 2.0f * random_unit(5, a, static_cast<std::uint64_t>(t) * kTileCells + at) - 1.0f;
    }
};

const GridWalls kWalls{{Vec3::Zero(), Vec3::Constant(3.2f)}, {}};

// What the largest residual leaves of the divergence, over the largest speed.
TEST(PressureProjection, MakesVelocitiesFreeOfDivergence) {
    Tank tank(kWalls);
    const double before = largest_divergence(tank.tiles, tank.around, tank.solids, tank.cells, tank.velocity);
    PressureProjection projection(1e-6, 100);
    const SolveReport report =
        projection.project(tank.tiles, tank.around, tank.solids, tank.bodies, tank.cells, tank.velocity);
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.iterations, 40);
    const double after = largest_divergence(tank.tiles, tank.around, tank.solids, tank.cells, tank.velocity);
    EXPECT_GT(before, 1.0);
    EXPECT_LT(after, 1e-5);
}

// A projection changes nothing the second time.
TEST(PressureProjection, IsIdempotent) {
    Tank tank(kWalls);
    PressureProjection projection(1e-8, 200);
    projection.project(tank.tiles, tank.around, tank.solids, tank.bodies, tank.cells, tank.velocity);
    const FaceField once = tank.velocity;
    projection.project(tank.tiles, tank.around, tank.solids, tank.bodies, tank.cells, tank.velocity);
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t i = 0; i < once[a].values().size(); ++i)
            ASSERT_NEAR(once[a].values()[i], tank.velocity[a].values()[i], 2e-4f);
}

// The pressure of water at rest: q = dt g depth / cell, and gravity is gone from every open face.
TEST(PressureProjection, IsHydrostaticForWaterAtRest) {
    Tank tank(kWalls);
    const float kick = -0.1f;
    for (Index t = 0; t < tank.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const auto at = static_cast<std::size_t>(c);
            const Index y = tank.tiles.first_cell(t).y() + ((c >> 3) & 7);
            const Real level = static_cast<Real>(y) + 0.5f - 20.3f;
            tank.cells.level.tile(t)[at] = std::clamp(level, -1.0f, 1.0f);
            tank.cells.liquid.tile(t)[at] = level < 0.0f ? 1 : 0;
            for (std::size_t a = 0; a < 3; ++a) tank.velocity[a].tile(t)[at] = a == 1 ? kick : 0.0f;
        }
    PressureProjection projection(1e-8, 200);
    projection.project(tank.tiles, tank.around, tank.solids, tank.bodies, tank.cells, tank.velocity);
    for (Index t = 0; t < tank.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const auto at = static_cast<std::size_t>(c);
            if (!tank.cells.liquid.tile(t)[at] || tank.solids.open_volume().tile(t)[at] == 0.0f) continue;
            const Index y = tank.tiles.first_cell(t).y() + ((c >> 3) & 7);
            EXPECT_NEAR(projection.pressure().tile(t)[at], 0.1f * (20.3f - 0.5f - static_cast<Real>(y)), 2e-4f);
            for (std::size_t a = 0; a < 3; ++a) {
                if (tank.solids.open_share()[a].tile(t)[at] == 0.0f) continue;
                EXPECT_NEAR(tank.velocity[a].tile(t)[at], 0.0f, 2e-4f);
            }
        }
}

// A ball of liquid in the air whose surface has the pressure q = 0.5 + slope . x: it is everywhere the same function,
// and all faces take the velocity -slope.
TEST(PressureProjection, TakesThePressureOfTheSurface) {
    Tank tank(GridWalls{{Vec3::Zero(), Vec3::Constant(3.2f)}, {true, true, true, true, true, true}});
    const Vec3 slope(0.02f, -0.03f, 0.01f);
    const auto centre_of = [&](Index t, Index c) {
        return Vec3((tank.tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>() + Vec3::Constant(0.5f));
    };
    const auto wanted = [&](const Vec3& x) { return 0.5f + slope.dot(x); };
    tank.cells.surface_pressure.assign(tank.tiles, 0.0f);
    assign(tank.velocity, tank.tiles, 0.0f);
    for (Index t = 0; t < tank.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const auto at = static_cast<std::size_t>(c);
            const Vec3 x = centre_of(t, c);
            const Real level = (x - Vec3(15.4f, 23.1f, 16.2f)).norm() - 5.7f;
            tank.cells.level.tile(t)[at] = level;
            tank.cells.liquid.tile(t)[at] = level < 0.0f ? 1 : 0;
            tank.cells.surface_pressure.tile(t)[at] = wanted(x);
        }
    PressureProjection projection(1e-8, 200);
    projection.project(tank.tiles, tank.around, tank.solids, tank.bodies, tank.cells, tank.velocity);
    for (Index t = 0; t < tank.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const auto at = static_cast<std::size_t>(c);
            if (!tank.cells.liquid.tile(t)[at]) continue;
            ASSERT_NEAR(projection.pressure().tile(t)[at], wanted(centre_of(t, c)), 1e-5f);
            for (int a = 0; a < 3; ++a)
                ASSERT_NEAR(tank.velocity[static_cast<std::size_t>(a)].tile(t)[at], -slope[a], 1e-4f);
        }
}

TEST(PressureProjection, LeavesAirAlone) {
    Tank tank(kWalls);
    tank.cells.liquid.assign(tank.tiles, 0);
    const FaceField before = tank.velocity;
    PressureProjection projection(1e-6, 100);
    EXPECT_EQ(
        projection.project(tank.tiles, tank.around, tank.solids, tank.bodies, tank.cells, tank.velocity).iterations, 0);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_TRUE(std::ranges::equal(before[a].values(), tank.velocity[a].values()));
}

TEST(Extrapolation, CarriesConstantsOutwards) {
    const std::vector<Vec3i> list{{0, 0, 0}, {1, 0, 0}};
    const TileSet tiles(list);
    FaceField field;
    assign(field, tiles, 0.0f);
    FaceFlags known;
    for (auto& flags : known) flags.assign(tiles, 0);
    field[0].tile(0)[7] = 3.0f;  // the last cell of the first row, beside the second tile
    known[0].tile(0)[7] = 1;
    extrapolate(tiles, tiles.surroundings(), 2, field, known);
    EXPECT_EQ(field[0].tile(1)[0], 3.0f);
    EXPECT_EQ(field[0].tile(1)[1], 3.0f);
    EXPECT_EQ(known[0].tile(1)[2], 0);  // the third layer
    EXPECT_EQ(field[1].tile(0)[7], 0.0f);
}

}  // namespace
}  // namespace lamella
