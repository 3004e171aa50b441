#include <lamella/core/random.hpp>
#include <lamella/grid/tabulated_distance.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kRadius = 0.3f, kSpacing = 0.05f;
const Box3 kBox{Vec3::Constant(-0.4f), Vec3(0.4f, 0.45f, 0.5f)};

Real to_ball(const Vec3& x) { return x.norm() - kRadius; }

TEST(TabulatedDistance, FollowsABallNearItsSurface) {
    const TabulatedDistance table(to_ball, kBox, 0.5f * kSpacing, 2.0f * kSpacing);
    double error = 0.0;
    for (std::uint64_t k = 0; k < 2000; ++k) {
        const Vec3 x = kBox.centre() + 0.5f * random_in_cube(3, 0, k).cwiseProduct(kBox.size());
        const Real exact = to_ball(x);
        if (std::abs(exact) < 2.0f * kSpacing)
            error = std::max<double>(error, std::abs(table(x) - exact));
        else
            EXPECT_EQ(table(x) < 0.0f, exact < 0.0f);
    }
    EXPECT_LT(error, 2e-3 * kSpacing);
}

TEST(TabulatedDistance, GrowsOutsideItsBox) {
    const TabulatedDistance table(to_ball, kBox, 0.5f * kSpacing, 2.0f * kSpacing);
    EXPECT_GT(table(Vec3(3, 0, 0)), 2.0f);
    EXPECT_GT(table(Vec3(0, -3, 4)), 4.0f);
}

}  // namespace
}  // namespace lamella
