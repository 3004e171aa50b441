// What the cases measure with.
#include <lamella/validation/largest_gap.hpp>
#include <lamella/validation/sampled_curve.hpp>
#include <lamella/validation/sphere_directions.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

const Curve kTent{{0.0, 0.0}, {1.0, 2.0}, {3.0, 0.0}};

TEST(SampledCurve, IsLinearBetweenItsPointsAndConstantBeyond) {
    EXPECT_DOUBLE_EQ(value_at(kTent, 0.25), 0.5);
    EXPECT_DOUBLE_EQ(value_at(kTent, 2.0), 1.0);
    EXPECT_DOUBLE_EQ(value_at(kTent, -1.0), 0.0);
    EXPECT_DOUBLE_EQ(value_at(kTent, 9.0), 0.0);
}

TEST(SampledCurve, ReachesAValueFirstOnItsWayUp) {
    EXPECT_DOUBLE_EQ(first_reach(kTent, 1.0), 0.5);
    EXPECT_DOUBLE_EQ(first_reach(kTent, 0.0), 0.0);
    EXPECT_TRUE(std::isnan(first_reach(kTent, 2.5)));
}

TEST(SampledCurve, IntegratesByTrapezia) {
    EXPECT_DOUBLE_EQ(integral(kTent, 0.0, 3.0), 3.0);
    EXPECT_DOUBLE_EQ(integral(kTent, 0.5, 1.0), 0.75);
}

TEST(SampledCurve, FitsTheLineOfTheChosenPoints) {
    const Line line = fitted_line({{0.0, 9.0}, {1.0, 3.0}, {2.0, 5.0}, {3.0, 7.0}}, 0.5, 3.5);
    EXPECT_NEAR(line.slope, 2.0, 1e-12);
    EXPECT_NEAR(line.offset, 1.0, 1e-12);
}

TEST(SampledCurve, QuantilesDoNotNeedAnOrder) {
    EXPECT_DOUBLE_EQ(quantile({3.0, 1.0, 2.0, 5.0, 4.0}, 0.5), 3.0);
    EXPECT_DOUBLE_EQ(quantile({3.0, 1.0, 2.0, 5.0, 4.0}, 1.0), 5.0);
    EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(SphereDirections, AreTheCornersOfASubdividedIcosahedron) {
    EXPECT_EQ(sphere_directions(0).size(), 12u);
    const auto directions = sphere_directions(2);
    ASSERT_EQ(directions.size(), 162u);
    Vec3 sum = Vec3::Zero();
    for (std::size_t a = 0; a < directions.size(); ++a) {
        EXPECT_NEAR(directions[a].norm(), 1.0f, 1e-6f);
        sum += directions[a];
        for (std::size_t b = a + 1; b < directions.size(); ++b) ASSERT_LT(directions[a].dot(directions[b]), 0.98f);
    }
    EXPECT_LT(sum.norm(), 1e-4f);
}

TEST(LargestGap, OfASquareLatticeIsHalfItsDiagonalAndGrowsWithAHole) {
    Vec3Column x;
    x.resize(100);
    for (Index i = 0; i < 100; ++i)
        x.set(i, {static_cast<Real>(i % 10) + 0.5f, 0.0f, static_cast<Real>(i / 10) + 0.5f});
    const auto points = plane_points({0, 0, 0}, {10, 0, 0}, {0, 0, 10}, 0.25f);
    EXPECT_EQ(points.size(), 41u * 41u);
    PeriodicBox box{{true, false, true}, Vec3::Zero(), Vec3::Constant(10.0f)};
    EXPECT_NEAR(largest_gap(x, points, box), std::sqrt(0.5), 1e-5);
    x.set(55, x[56]);
    EXPECT_NEAR(largest_gap(x, points, box), 1.0, 1e-5);
}

}  // namespace
}  // namespace lamella
