// Bodies inside the pressure solve.
#include <lamella/core/random.hpp>
#include <lamella/eulerian/liquid_cells.hpp>
#include <lamella/eulerian/pressure_projection.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace lamella {
namespace {

constexpr double kCell = 0.1, kDensity = 1000.0, kDt = 0.01, kG = 9.81;
constexpr Real kRadius = 0.4f;
constexpr Index kTiles = 6;

// A ball in the middle of a tank of 40^3 cells that is open above; liquid and ball at rest, then gravity for a step.
struct Pool {
    TileSet tiles;
    std::vector<TilesAround> around;
    SolidGrid solids;
    LiquidCells cells;
    FaceField velocity;
    BodyStates states;

    explicit Pool(double density, const Vec3& place = Vec3::Constant(2.4f), const Body& body = ball())
        : tiles(cube_of_tiles()),
          around(tiles.surroundings()),
          solids({{Vec3::Constant(0.4f), Vec3::Constant(4.4f)}, {false, false, false, true, false, false}}, {body},
                 kCell),
          states(states_at(solids.bodies(), 0.0)) {
        const double mass = density * 4.0 / 3.0 * std::numbers::pi * std::pow(kRadius, 3);
        BodyState& state = states.of[0];
        state.pose.translation = place;
        state.answer.centre = place.cast<double>();
        state.answer.inverse_mass = Vec3d::Constant(1.0 / mass);
        state.answer.inverse_inertia = 2.5 / (mass * kRadius * kRadius) * Mat3d::Identity();
        state.answer.acceleration = Vec3d(0.0, -kG, 0.0);
        solids.update(tiles, around, states);
        assign(velocity, tiles, 0.0f);
        cells.liquid.assign(tiles, 0);
        cells.level.assign(tiles, 1.0f);
        for (Index t = 0; t < tiles.count(); ++t)
            for (Index c = 0; c < kTileCells; ++c) fill(t, static_cast<std::size_t>(c));
        join_cells_in_solids(around, solids, cells);
    }
    static std::vector<Vec3i> cube_of_tiles() {
        std::vector<Vec3i> list;
        for (Index k = 0; k < kTiles * kTiles * kTiles; ++k)
            list.emplace_back(k % kTiles, k / kTiles % kTiles, k / kTiles / kTiles);
        return list;
    }
    static Body ball() {
        Body solid;
        solid.rest_distance = [](const Vec3& p) { return p.norm() - kRadius; };
        solid.motion = MovedBySolver{};
        return solid;
    }
    static Body cube(Real side) {
        Body solid;
        solid.rest_distance = [half = 0.5f * side](const Vec3& p) {
            const Vec3 out = p.cwiseAbs().array() - half;
            return out.cwiseMax(0.0f).norm() + std::min(out.maxCoeff(), 0.0f);
        };
        solid.motion = MovedBySolver{};
        return solid;
    }
    void fill(Index t, std::size_t c) {
        const Real height = static_cast<Real>((tiles.first_cell(t) + coordinates_in_tile(static_cast<Index>(c))).y());
        const Real level = height + 0.5f - 43.0f;
        cells.level.tile(t)[c] = std::clamp(level, -1.0f, 1.0f);
        cells.liquid.tile(t)[c] = level < 0.0f && solids.open_volume().tile(t)[c] >= 0.5f ? 1 : 0;
        velocity[1].tile(t)[c] = static_cast<Real>(-kG * kDt);
    }
    BodyLoads project(double tolerance = 1e-6) {
        RigidCouplingBatty2007 bodies(kDensity, kDt);
        report = PressureProjection(tolerance, 200).project(tiles, around, solids, bodies, cells, velocity);
        return bodies.push(solids);
    }
    SolveReport report;
};

class FreeBall : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(OfDensity, FreeBall, testing::Values(0.01, 0.05, 0.5, 0.9, 2.0, 8.0));

// A ball that is let go in water is hindered by the added mass of half the water that it displaces, however light it
// is: a = (1 - s) g / (s + 1/2), and a little less between walls and a surface.
TEST_P(FreeBall, StartsWithItsAddedMass) {
    const double s = GetParam();
    Pool pool(s * kDensity);
    const BodyLoads loads = pool.project();
    EXPECT_TRUE(pool.report.converged);
    const double expected = (1.0 - s) / (s + 0.5) * kG;
    const BodyAnswer& answer = pool.states.of[0].answer;
    const Vec3d a = answer.acceleration + answer.inverse_mass.cwiseProduct(loads.on[0].impulse) / kDt;
    EXPECT_NEAR(a.y(), expected, 0.06 * std::abs(expected) + 0.01 * kG);
    EXPECT_LT(std::abs(a.x()) + std::abs(a.z()), 1e-3 * kG);
    const BodyState& state = pool.solids.states().of[0];
    EXPECT_NEAR(state.drift.y(), a.y() * kDt, 1e-5);
    EXPECT_LT(state.spin().norm(), 1e-3);
}

// What is as dense as the water stays where it is, as the water does.
TEST(RigidCoupling, LeavesAWaterBallAtRest) {
    Pool pool(kDensity, Vec3(2.43f, 2.37f, 2.41f));
    pool.project(1e-8);
    EXPECT_LT(pool.solids.states().of[0].drift.norm(), 0.02 * kG * kDt);
}

// The flow through the faces of cells at the ball fits to how the ball moves afterwards.
TEST(RigidCoupling, LeavesNoDivergence) {
    Pool pool(0.1 * kDensity);
    pool.project(1e-8);
    EXPECT_GT(pool.solids.states().of[0].drift.y(), 0.5 * kG * kDt);
    EXPECT_LT(largest_divergence(pool.tiles, pool.around, pool.solids, pool.cells, pool.velocity), 1e-5);
}

// The part that bodies add to the matrix: symmetric, and not negative.
TEST(RigidCoupling, AddsASymmetricMatrix) {
    Pool pool(0.3 * kDensity);
    RigidCouplingBatty2007 bodies(kDensity, kDt);
    std::vector<Index> wet(static_cast<std::size_t>(pool.tiles.count()));
    for (std::size_t k = 0; k < wet.size(); ++k) wet[k] = static_cast<Index>(k);
    bodies.find(pool.tiles, pool.around, wet, pool.solids, pool.cells.liquid, pool.velocity);
    ASSERT_FALSE(bodies.none());
    const std::size_t n = wet.size() * kTileCells;
    std::vector<float> x(n), y(n), kx(n, 0.0f), ky(n, 0.0f);
    for (std::size_t k = 0; k < n; ++k) {
        x[k] = random_unit(1, 0, k) - 0.5f;
        y[k] = random_unit(2, 0, k) - 0.5f;
    }
    const double xkx = bodies.add_product(x, 1.0, kx);
    bodies.add_product(y, 1.0, ky);
    double xky = 0.0, ykx = 0.0, product = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        xky += double{x[k]} * ky[k];
        ykx += double{y[k]} * kx[k];
        product += double{x[k]} * kx[k];
    }
    EXPECT_GT(xkx, 0.0);
    EXPECT_NEAR(product, xkx, 1e-5 * xkx);
    EXPECT_NEAR(xky, ykx, 1e-5 * xkx);
}

// A locked axis does not answer.
TEST(RigidCoupling, LeavesLockedAxesAlone) {
    Pool pool(0.1 * kDensity);
    pool.states.of[0].answer.inverse_mass.y() = 0.0;
    pool.states.of[0].answer.acceleration.setZero();
    pool.solids.update(pool.tiles, pool.around, pool.states);
    const BodyLoads loads = pool.project();
    EXPECT_EQ(pool.solids.states().of[0].drift.y(), 0.0);
    const double lift = kDensity * 4.0 / 3.0 * std::numbers::pi * std::pow(kRadius, 3) * kG;
    EXPECT_NEAR(loads.on[0].impulse.y() / kDt, lift, 0.03 * lift);
}

// Under a cube that lies on the floor, or close above it, the weight of all that is above the floor presses from below,
// wherever its edges cut the cells: it is lifted as one in the middle of the water is, within 5 % of Archimedes.
class CubeAboveFloor : public testing::TestWithParam<Vec3> {};
INSTANTIATE_TEST_SUITE_P(AtPlaces, CubeAboveFloor,
                         testing::Values(Vec3(2.4f, 0.0f, 2.43f), Vec3(2.42f, 0.0f, 2.43f), Vec3(2.45f, 0.0f, 2.43f),
                                         Vec3(2.43f, 0.02f, 2.43f), Vec3(2.43f, 0.04f, 2.43f),
                                         Vec3(2.43f, 0.13f, 2.43f), Vec3(2.4f, 1.73f, 2.43f)));

TEST_P(CubeAboveFloor, IsLiftedByItsVolume) {
    constexpr Real kSide = 0.6f;
    Pool pool(2.0 * kDensity, GetParam() + Vec3(0.0f, 0.4f + 0.5f * kSide, 0.0f), Pool::cube(kSide));
    BodyAnswer& answer = pool.states.of[0].answer;
    answer.inverse_mass.y() = 0.0;
    answer.inverse_inertia.setZero();
    answer.acceleration.setZero();
    pool.solids.keep_films_on_floors(Vec3(0.0f, -static_cast<Real>(kG), 0.0f));
    pool.solids.update(pool.tiles, pool.around, pool.states);
    join_cells_in_solids(pool.around, pool.solids, pool.cells);
    const double lift = kDensity * std::pow(kSide, 3) * kG;
    EXPECT_NEAR(pool.project().on[0].impulse.y() / kDt, lift, 0.05 * lift);
}

}  // namespace
}  // namespace lamella
