#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kFar = std::numeric_limits<Real>::infinity();

TEST(PlacedShapes, TurnedBoxesHaveExactDistances) {
    BoxShape box{Vec3(0, 0, 0), Vec3(2, 1, 1)};
    box.stretch = Vec3(1, 2, 1);    // 2 x 2 x 1 about (1, 0.5, 0.5)
    box.rotation = Vec3(0, 0, 45);  // about z
    const auto distance = placed_distance(box, kFar);
    EXPECT_NEAR(distance(Vec3(1, 0.5f, 0.5f)), -0.5f, 1e-6f);
    EXPECT_NEAR(distance(Vec3(1 + std::sqrt(2.0f), 0.5f, 0.5f)), 0.0f, 1e-6f);                    // its corner
    EXPECT_NEAR(distance(Vec3(1, 0.5f + 1 + std::sqrt(2.0f), 0.5f)), 1.0f, 1e-6f);                // above a corner
    EXPECT_NEAR(distance(Vec3(1 + std::sqrt(2.0f), 0.5f + std::sqrt(2.0f), 0.5f)), 1.0f, 1e-6f);  // beside a face
    const Box3 bounds = placed_bounds(box);
    EXPECT_NEAR(bounds.max.x(), 1 + std::sqrt(2.0f), 1e-5f);
    EXPECT_NEAR(bounds.min.y(), 0.5f - std::sqrt(2.0f), 1e-5f);
    EXPECT_NEAR(bounds.max.z(), 1.0f, 1e-6f);
}

TEST(PlacedShapes, WithoutStretchAndRotationStayAsTheyAre) {
    const CylinderShape rod{Vec3(0, 0, 0), Vec3(1, 1, 0), 0.3f};
    const SphereShape ball{Vec3(0.1f, 0.2f, 0.3f), 0.4f};
    const auto rod_distance = placed_distance(rod, kFar), ball_distance = placed_distance(ball, kFar);
    for (std::uint64_t k = 0; k < 100; ++k) {
        const Vec3 p = 2.0f * random_in_cube(1, 2, k);
        EXPECT_EQ(rod_distance(p), rod.signed_distance(p));
        EXPECT_EQ(ball_distance(p), ball.signed_distance(p));
    }
}

TEST(PlacedShapes, EllipsoidsAndOvalCylindersHaveTheirVolumeAndSurface) {
    SphereShape ball{Vec3(1, 2, 3), 0.5f};
    ball.stretch = Vec3(2, 1, 0.5f);
    ball.rotation = Vec3(20, 30, 40);
    const double volume = check_mesh(placed_mesh_of(ball, 0.02f)).volume;
    EXPECT_NEAR(volume, std::numbers::pi / 6.0, 2e-3);
    const auto distance = placed_distance(ball, kFar);
    const ShapePlacement placement = placement_of(ball);
    for (std::uint64_t k = 0; k < 50; ++k) {
        const Vec3 on = placement.apply(ball.centre + ball.radius * random_in_cube(3, 4, k).normalized());
        EXPECT_NEAR(distance(on), 0.0f, 5e-4f);
    }
    CylinderShape rod{Vec3(0, 0, 0), Vec3(0, 1, 0), 0.5f};
    rod.stretch = Vec3(2, 1, 1);
    const auto oval = placed_distance(rod, kFar);
    EXPECT_NEAR(oval(Vec3(1, 0.5f, 0)), 0.0f, 1e-3f);
    EXPECT_NEAR(oval(Vec3(0, 0.5f, 0.7f)), 0.2f, 1e-3f);
    EXPECT_NEAR(oval(Vec3(0.8f, 1.1f, 0)), 0.1f, 1e-3f);
}

}  // namespace
}  // namespace lamella
