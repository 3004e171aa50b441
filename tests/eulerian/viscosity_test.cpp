#include <lamella/eulerian/viscosity_batty2008.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kCell = 0.1;
constexpr Index kWidth = 16;  // cells

// Cells [0, 16)^3; which of them are liquid, and the velocity on faces, by formulas in cells.
struct Liquid {
    TileSet tiles;
    std::vector<TilesAround> around;
    SolidGrid solids;
    LiquidCells cells;
    FaceField velocity;

    template <class Wet, class Velocity>
    Liquid(const GridWalls& walls, Wet&& wet, Velocity&& u)
        : tiles(TileSet(std::vector<Vec3i>{
                            {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}})
                    .dilated()),
          around(tiles.surroundings()),
          solids(walls, {}, kCell) {
        solids.update(tiles, around, {});
        assign(velocity, tiles, 0.0f);
        cells.liquid.assign(tiles, 0);
        cells.level.assign(tiles, 1.0f);
        for_each_face([&](Index t, std::size_t c, const Vec3& cell) {
            cells.liquid.tile(t)[c] = wet(Vec3(cell.array() + 0.5f)) ? 1 : 0;
            for (int a = 0; a < 3; ++a)
                velocity[static_cast<std::size_t>(a)].tile(t)[c] = u(Vec3(cell + face_offset(a)))[a];
        });
    }
    template <class F>
    void for_each_face(F&& f) const {
        for (Index t = 0; t < tiles.count(); ++t)
            for (Index c = 0; c < kTileCells; ++c)
                f(t, static_cast<std::size_t>(c), Vec3((tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>()));
    }
    bool wet(const Vec3& cell) const { return cells.liquid.at(tiles, cell.cast<Index>(), 0) != 0; }
    SolveReport smooth(double strength, const TileField<float>* shares = nullptr) {
        return ViscosityBatty2008(1e-5, 2000).smooth({tiles, around, solids, cells, shares}, strength, velocity);
    }
    void smooth_explicitly(double strength) {
        ViscosityBatty2008(1e-5, 2000).smooth_explicitly({tiles, around, solids, cells}, strength, velocity);
    }
    // Over faces, weighted as in the method.
    Vec3d momentum() const {
        Vec3d sum = Vec3d::Zero();
        for_each_face([&](Index t, std::size_t c, const Vec3& cell) {
            for (int a = 0; a < 3; ++a) {
                const double mass = 0.5 * wet(cell) + 0.5 * wet(cell - Vec3::Unit(a));
                sum[a] += mass * velocity[static_cast<std::size_t>(a)].tile(t)[c];
            }
        });
        return sum;
    }
};

const GridWalls kNoWalls{{Vec3::Constant(-9.0f), Vec3::Constant(9.0f)}, {true, true, true, true, true, true}};
bool in_ball(const Vec3& p) { return (p - Vec3::Constant(8.0f)).norm() < 6.0f; }
bool everywhere(const Vec3& p) { return (p.array() >= 0.0f).all() && (p.array() < kWidth).all(); }

TEST(Viscosity, LeavesRigidMotionAlone) {
    const auto rotation = [](const Vec3& p) {
        return Vec3(cross(Vec3(0.3f, -0.2f, 0.5f), Vec3(p - Vec3::Constant(8.0f))) + Vec3(1, 2, 3));
    };
    Liquid liquid(kNoWalls, in_ball, rotation);
    const FaceField before = liquid.velocity;
    liquid.smooth(100.0);
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t i = 0; i < before[a].values().size(); ++i)
            ASSERT_NEAR(before[a].values()[i], liquid.velocity[a].values()[i], 1e-3f);
}

TEST(Viscosity, KeepsMomentumAndDampsTheRest) {
    const auto swirl = [](const Vec3& p) {
        return Vec3(std::sin(p.y()), std::cos(p.z()) + 0.5f, std::sin(2.0f * p.x()));
    };
    Liquid liquid(kNoWalls, in_ball, swirl);
    const Vec3d before = liquid.momentum();
    EXPECT_TRUE(liquid.smooth(10.0).converged);
    EXPECT_LT((liquid.momentum() - before).norm(), 1e-4 * 900);
}

// Between plates at rest a half wave of shear decays by 1 / (1 + nu dt k^2) in an implicit step.
TEST(Viscosity, DampsAShearWaveBetweenPlates) {
    const GridWalls plates{{Vec3::Zero(), Vec3::Constant(static_cast<Real>(kWidth * kCell))},
                           {true, true, false, false, true, true}};
    const Real k = std::numbers::pi_v<Real> / kWidth;
    const auto shear = [k](const Vec3& p) { return Vec3(std::sin(k * p.y()), 0, 0); };
    Liquid liquid(plates, everywhere, shear);
    const double strength = 5.0;
    liquid.smooth(strength);
    const double expected = 1.0 / (1.0 + strength * k * k);
    for (Index y = 0; y < kWidth; ++y)
        EXPECT_NEAR(liquid.velocity[0].at(liquid.tiles, Vec3i(8, y, 8), 9.0f),
                    expected * std::sin(k * (static_cast<Real>(y) + 0.5f)), 0.02)
            << y;
}

// Two layers of half the width each, the lower one four times as viscous: with k in the lower and 2 k in the upper one
// both decay alike, and with tan(k width / 2) = sqrt 5 the stress is the same on both sides.
TEST(Viscosity, DampsTwoLayersByTheirOwnViscosities) {
    const GridWalls plates{{Vec3::Zero(), Vec3::Constant(static_cast<Real>(kWidth * kCell))},
                           {true, true, false, false, true, true}};
    constexpr Real kHalf = 0.5f * kWidth;
    const Real k = std::atan(std::sqrt(5.0f)) / kHalf;
    const auto wave = [k](Real y) {
        const Real upper = std::sin(k * kHalf) / std::sin(2.0f * k * kHalf);
        return y < kHalf ? std::sin(k * y) : upper * std::sin(2.0f * k * (kWidth - y));
    };
    Liquid liquid(plates, everywhere, [&](const Vec3& p) { return Vec3(wave(p.y()), 0, 0); });
    TileField<float> shares(liquid.tiles);
    liquid.for_each_face(
        [&](Index t, std::size_t c, const Vec3& cell) { shares.tile(t)[c] = cell.y() < kHalf ? 1.0f : 0.25f; });
    const double strength = 5.0;
    EXPECT_TRUE(liquid.smooth(strength, &shares).converged);
    const double expected = 1.0 / (1.0 + strength * k * k);
    for (Index y = 0; y < kWidth; ++y)
        EXPECT_NEAR(liquid.velocity[0].at(liquid.tiles, Vec3i(8, y, 8), 9.0f),
                    expected * wave(static_cast<Real>(y) + 0.5f), 0.02)
            << y;
}

TEST(Viscosity, ExplicitStepsAreStableAtTheirLimitAndAgreeWithImplicitOnes) {
    const GridWalls tank{{Vec3::Zero(), Vec3::Constant(static_cast<Real>(kWidth * kCell))}, {}};
    // The shortest waves there are.
    const auto alternating = [](const Vec3& p) {
        const auto cell = static_cast<int>(std::floor(p.x()) + std::floor(p.y()) + std::floor(p.z()));
        return Vec3(Vec3::Constant(cell % 2 == 0 ? 1.0f : -1.0f));
    };
    Liquid rough(tank, everywhere, alternating);
    for (int k = 0; k < 50; ++k) rough.smooth_explicitly(ViscosityBatty2008::kExplicitLimit);
    for (const auto& component : rough.velocity)
        for (const float u : component.values()) ASSERT_LT(std::abs(u), 1.0f);

    const Real k = std::numbers::pi_v<Real> / kWidth;
    const auto shear = [k](const Vec3& p) { return Vec3(std::sin(k * p.y()), 0, 0); };
    Liquid one(tank, everywhere, shear), other(tank, everywhere, shear);
    for (int n = 0; n < 20; ++n) {
        one.smooth_explicitly(ViscosityBatty2008::kExplicitLimit);
        other.smooth(ViscosityBatty2008::kExplicitLimit);
    }
    for (Index y = 0; y < kWidth; ++y) {
        const Vec3i face(8, y, 8);
        EXPECT_NEAR(one.velocity[0].at(one.tiles, face, 9.0f), other.velocity[0].at(other.tiles, face, 8.0f), 2e-3f);
    }
}

TEST(Viscosity, MakesStiffLiquidStickToItsTank) {
    const GridWalls tank{{Vec3::Zero(), Vec3::Constant(static_cast<Real>(kWidth * kCell))}, {}};
    Liquid liquid(tank, everywhere, [](const Vec3&) { return Vec3(1, 1, 1); });
    liquid.smooth(1e4);
    EXPECT_LT(std::abs(liquid.velocity[1].at(liquid.tiles, Vec3i(8, 8, 8), 9.0f)), 0.01f);
}

}  // namespace
}  // namespace lamella
