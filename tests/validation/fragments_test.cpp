#include <lamella/validation/fragments.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.01f;

// Rows of particles along x, `gaps` spacings apart from one another.
SphLiquid rows(const std::vector<Index>& lengths, Real gaps, const PeriodicBox& box = {}) {
    LiquidSetup setup;
    setup.spacing = kSpacing;
    setup.domain.periodic = box;
    SphLiquid liquid(setup, SphKernel(KernelKind::cubic_spline, 2.0f * kSpacing), {}, {});
    std::vector<Vec3> points;
    Real x = 0.5f;
    for (const Index length : lengths) {
        for (Index i = 0; i < length; ++i, x += 1.0f) points.push_back(kSpacing * Vec3(x, 0.5f, 0.5f));
        x += gaps - 1.0f;
    }
    liquid.particles = particles_from_points(points);
    liquid.particles.add<IndexColumn>("id");
    liquid.find_neighbours({});
    return liquid;
}

TEST(Fragments, AreCutWhereTheLinksAreTooLong) {
    const Fragments fragments(rows({12, 30, 3}, 1.6f));
    ASSERT_EQ(fragments.sizes.size(), 3u);
    EXPECT_EQ(fragments.sizes[fragments.largest], 30);
    EXPECT_NEAR(fragments.share_in_specks(), 3.0 / 45.0, 1e-12);
}

TEST(Fragments, OfParticlesAreThoseOfTheLiquid) {
    const SphLiquid liquid = rows({12, 30, 3}, 1.6f);
    const Fragments cut(liquid.particles, 1.5f * kSpacing), whole(liquid.particles, 2.0f * kSpacing);
    EXPECT_EQ(cut.sizes.size(), 3u);
    EXPECT_EQ(cut.beside_specks(), 2.0);
    EXPECT_EQ(whole.sizes.size(), 1u);
}

TEST(Fragments, HangTogetherByShorterLinks) {
    const Fragments fragments(rows({12, 30, 3}, 1.4f));
    ASSERT_EQ(fragments.sizes.size(), 1u);
    EXPECT_EQ(fragments.share_in_specks(), 0.0);
}

TEST(Fragments, HangTogetherAcrossAPeriodicBorder) {
    const PeriodicBox box{{true, false, false}, Vec3::Zero(), Vec3(0.22f, 1.0f, 1.0f)};
    const Fragments fragments(rows({10, 10}, 3.0f, box));  // the last is one spacing from the first
    EXPECT_EQ(fragments.sizes.size(), 1u);
}

TEST(Fragments, OfNothingAreNone) {
    const Fragments fragments(rows({}, 1.0f));
    EXPECT_TRUE(fragments.sizes.empty());
    EXPECT_EQ(fragments.share_in_specks(), 0.0);
}

}  // namespace
}  // namespace lamella
