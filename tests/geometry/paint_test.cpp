#include <lamella/geometry/paint/patterns.hpp>
#include <lamella/geometry/paint/projections.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace lamella {
namespace {

constexpr Real kTolerance = 1e-5f;

TEST(Projections, PlanarLiesOnThePicture) {
    PlanarProjection planar;
    planar.centre = Vec3(1.0f, 2.0f, 3.0f);
    planar.direction = Vec3(0.0f, 0.0f, -2.0f);
    planar.up = Vec3(0.0f, 5.0f, 1.0f);  // what is not across the direction does not count
    planar.width = 4.0f;
    planar.height = 2.0f;
    for (const Real depth : {-7.0f, 0.0f, 2.0f}) {
        const Vec3 place = planar.place_of(Vec3(2.0f, 1.5f, depth), Vec3::Zero());
        EXPECT_LT((place - Vec3(0.75f, 0.25f, 0.0f)).norm(), kTolerance);
    }
    planar.up = Vec3(0.0f, 0.0f, 1.0f);
    EXPECT_NE(planar.fault(), nullptr);
}

TEST(Projections, SphericalIsLongitudeAndLatitude) {
    SphericalProjection ball;
    ball.centre = Vec3(0.5f, 0.0f, -1.0f);
    const Real pi = std::numbers::pi_v<Real>;
    for (const Real longitude : {-2.5f, -1.0f, 0.0f, 0.7f, 3.0f})
        for (const Real latitude : {-1.4f, 0.0f, 0.9f}) {
            const Vec3 direction(std::cos(latitude) * std::sin(longitude), std::sin(latitude),
                                 std::cos(latitude) * std::cos(longitude));
            const Vec3 place = ball.place_of(ball.centre + 3.0f * direction, Vec3::Zero());
            EXPECT_NEAR(place.x(), longitude / (2.0f * pi) + 0.5f, kTolerance);
            EXPECT_NEAR(place.y(), latitude / pi + 0.5f, kTolerance);
        }
    EXPECT_TRUE(ball.place_of(ball.centre, Vec3::Zero()).allFinite());
    EXPECT_EQ(ball.fault(), nullptr);
    ball.front = -ball.up;
    EXPECT_NE(ball.fault(), nullptr);
}

TEST(Projections, SolidAndOwnCoordinates) {
    SolidProjection solid;
    solid.origin = Vec3(1.0f, 0.0f, 0.0f);
    solid.size = 0.5f;
    EXPECT_LT((solid.place_of(Vec3(2.0f, 0.25f, -1.0f), Vec3::Ones()) - Vec3(2.0f, 0.5f, -2.0f)).norm(), kTolerance);
    EXPECT_EQ(place_of(Projection(UvProjection{}), Vec3::Ones(), Vec3(0.1f, 0.2f, 0.0f)), Vec3(0.1f, 0.2f, 0.0f));
    EXPECT_TRUE(needs_uv(Projection{}));
    EXPECT_FALSE(needs_uv(Projection(solid)));
}

TEST(Patterns, CheckerAlternatesAlongEveryAxis) {
    CheckerPattern checker;
    checker.columns = 4.0f;
    checker.rows = 2.0f;
    const Vec3 tile(0.25f, 0.5f, 0.25f);
    for (int x = -3; x < 3; ++x)
        for (int y = -3; y < 3; ++y)
            for (int z = -3; z < 3; ++z) {
                const Vec3 place = tile.cwiseProduct(Vec3(x, y, z) + Vec3::Constant(0.3f));
                EXPECT_EQ(checker.at(place), (x + y + z) % 2 == 0 ? checker.colour : checker.other_colour);
            }
}

TEST(Patterns, StripesHaveTheirShare) {
    StripePattern stripes;
    stripes.rows = 5.0f;
    stripes.share = 0.25f;
    int first = 0;
    const int n = 4000;
    for (int k = 0; k < n; ++k) {
        const Real v = -1.0f + 2.0f * (static_cast<Real>(k) + 0.5f) / static_cast<Real>(n);
        if (colour_at(Pattern(stripes), Vec3(0.3f, v, 0.0f)) == stripes.colour) ++first;
    }
    EXPECT_EQ(first, n / 4);
}

}  // namespace
}  // namespace lamella
