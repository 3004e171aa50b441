#include <lamella/matter/near_liquid.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.05f;

// A block of 20^3 particles on a lattice from the origin, turning and sinking, with the pressure of its depth.
struct Block {
    Block() {
        particles.resize(8000);
        auto& x = particles.add<Vec3Column>("P");
        auto& v = particles.add<Vec3Column>("v");
        particles.add<IndexColumn>("phase");
        for (Index i = 0; i < particles.size(); ++i) {
            const Vec3i cell(i % 20, i / 20 % 20, i / 400);
            const Vec3 p = kSpacing * (cell.cast<Real>().array() + 0.5f).matrix();
            x.set(i, p);
            v.set(i, velocity(p));
            pressures.push_back({p, pressure(p), false});
        }
    }
    static Vec3 velocity(const Vec3& p) { return {2.0f * p.y(), -1.0f, 0.5f * p.x()}; }
    static Real pressure(const Vec3& p) { return 9810.0f * (1.0f - p.y()); }
    LiquidView view() const { return {&particles, kSpacing, &materials, pressures, 2.5f * kSpacing}; }

    ParticleSet particles;
    PhaseMaterials materials{PhaseMaterial{800.0f, 0.0f}};
    std::vector<PressureSample> pressures;
};

NearLiquid around(const Block& block, const Vec3& x) {
    return NearLiquid(block.view(), [&](const Vec3& p) { return (p - x).norm(); });
}

TEST(NearLiquid, LinearFieldsAreExactInsideAndOnTheBorder) {
    const Block block;
    for (const Vec3& x : {Vec3(0.5f, 0.5f, 0.5f), Vec3(0.53f, 0.0f, 0.48f), Vec3(0.0f, 0.02f, 1.0f)}) {
        const NearLiquid near = around(block, x);
        EXPECT_NEAR(near.pressure(x), Block::pressure(x), 0.1);
        for (int a = 0; a < 3; ++a) EXPECT_NEAR(near.velocity(x, a), Block::velocity(x)[a], 1e-5) << a;
    }
}

TEST(NearLiquid, IsHalfFullOnItsSurfaceAndEmptyBeyond) {
    const Block block;
    for (const auto& [height, filling] : {std::pair(0.5f, 1.0f), std::pair(1.0f, 0.5f), std::pair(1.2f, 0.0f)}) {
        const Vec3 x(0.51f, height, 0.48f);
        EXPECT_NEAR(around(block, x).filling(x), filling, 0.02f);
    }
    const Vec3 far(3, 3, 3);
    EXPECT_TRUE(std::isnan(around(block, far).pressure(far)));
    EXPECT_TRUE(std::isnan(around(block, far).velocity(far, 0)));
}

// One layer spans no space: no plane fits, the mean is given.
TEST(NearLiquid, OfALayerItGivesTheMean) {
    Block block;
    std::erase_if(block.pressures, [](const PressureSample& s) { return std::abs(s.at.y() - 0.475f) > 0.01f; });
    const Vec3 x(0.5f, 0.5f, 0.5f);
    EXPECT_NEAR(around(block, x).pressure(x), Block::pressure({0, 0.475f, 0}), 1.0);
}

TEST(NearLiquid, SamplesAtWallsCountOnlyWhereThereAreNoOthers) {
    Block block;
    for (PressureSample& s : block.pressures) {
        s.at_wall = s.at.y() < 0.1f;
        if (s.at_wall) s.pressure = 1.0f;
    }
    const Vec3 inside(0.5f, 0.12f, 0.5f);
    EXPECT_NEAR(around(block, inside).pressure(inside), Block::pressure(inside), 0.5);
    std::erase_if(block.pressures, [](const PressureSample& s) { return !s.at_wall; });
    EXPECT_NEAR(around(block, inside).pressure(inside), 1.0, 1e-4);
}

// The flow through a window of 0.3 x 0.4 m in the middle, seen from both sides, and turned.
TEST(NearLiquid, TheFluxIsAreaTimesSpeed) {
    const Block block;
    const auto flux = [&](const Rectangle& window) {
        return NearLiquid(block.view(), [&](const Vec3& p) { return window.distance(p); }).flow(window);
    };
    const Rectangle down{{0.3f, 0.5f, 0.3f}, {0.3f, 0, 0}, {0, 0, 0.4f}};
    EXPECT_NEAR(flux(down).first, 0.12, 0.002);
    EXPECT_NEAR(flux(down).second, 800.0 * flux(down).first, 1e-3);
    const Rectangle up{down.corner, down.y_edge, down.x_edge};
    EXPECT_NEAR(flux(up).first, -flux(down).first, 1e-6);
    const Rectangle slanted{{0.3125f, 0.4125f, 0.3f}, {0.2f, 0.2f, 0}, {0, 0, 0.4f}};  // eight rows each way
    const double mean = Block::velocity({0.4125f, 0.5125f, 0.5f}).dot(slanted.normal());
    EXPECT_NEAR(flux(slanted).first, 0.08 * std::sqrt(2.0) * mean, 0.002);
    const Rectangle above{{0.3f, 1.2f, 0.3f}, {0.3f, 0, 0}, {0, 0, 0.4f}};
    EXPECT_EQ(flux(above).first, 0.0);
}

TEST(NearLiquid, DistancesEndAtLinesAndRectangles) {
    EXPECT_NEAR(distance_to_line({2, 1, 0}, {0, 0, 0}, {1, 0, 0}), std::sqrt(2.0f), 1e-6f);
    EXPECT_NEAR(distance_to_line({0.5f, 0, 3}, {0, 0, 0}, {1, 0, 0}), 3.0f, 1e-6f);
    const Rectangle window{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    EXPECT_NEAR(window.distance({1, 0.5f, -2}), 2.0f, 1e-6f);
    EXPECT_NEAR(window.distance({3, 2, 1}), std::sqrt(3.0f), 1e-6f);
}

}  // namespace
}  // namespace lamella
