#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/geometry/signed_distance.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr Real kFar = std::numeric_limits<Real>::infinity();

// Radius 1, height 2, walls and floor of 0.1.
RevolvedShape cup() {
    RevolvedShape shape;
    shape.profile = {{0, 0}, {1, 0}, {1, 2}, {0.9f, 2}, {0.9f, 0.1f}, {0, 0.1f}};
    return shape;
}

RevolvedShape ring() {
    RevolvedShape shape;
    shape.base = Vec3(1, 2, 3);
    shape.axis = Vec3(1, 1, 0);
    shape.profile = {{1, 0}, {1.5f, 0}, {1.5f, 0.5f}, {1, 0.5f}};
    return shape;
}

TEST(RevolvedShape, ADiscOfACylinderIsTheCylinder) {
    RevolvedShape turned;
    turned.base = Vec3(0.2f, 0, 0);
    turned.axis = Vec3(0.3f, 1, 0.3f);
    const Real length = turned.axis.norm();
    turned.profile = {{0, 0}, {0.4f, 0}, {0.4f, length}, {0, length}};
    const CylinderShape cylinder{turned.base, turned.base + turned.axis, 0.4f};
    for (std::uint64_t k = 0; k < 200; ++k) {
        const Vec3 p = 2.0f * random_in_cube(1, 2, k);
        EXPECT_NEAR(turned.signed_distance(p), cylinder.signed_distance(p), 1e-5f);
    }
    EXPECT_LT((turned.bounds().min - cylinder.bounds().min).cwiseAbs().maxCoeff(), 1e-6f);
    EXPECT_LT((turned.bounds().max - cylinder.bounds().max).cwiseAbs().maxCoeff(), 1e-6f);
}

TEST(RevolvedShape, ACupIsHollow) {
    const RevolvedShape shape = cup();
    EXPECT_NEAR(shape.signed_distance({0, 1, 0}), 0.9f, 1e-6f);  // the wall is as near as the floor
    EXPECT_NEAR(shape.signed_distance({0, 0.04f, 0}), -0.04f, 1e-6f);
    EXPECT_NEAR(shape.signed_distance({0, 0, 0.95f}), 0.0f, 1e-6f);
    EXPECT_NEAR(shape.signed_distance({0, 1.5f, 0.95f}), -0.05f, 1e-6f);
    EXPECT_NEAR(shape.signed_distance({1.3f, 2.4f, 0}), 0.5f, 1e-6f);
}

TEST(RevolvedShape, MeshesAreClosedOutwardAndOnTheShape) {
    for (const bool around_a_hole : {false, true}) {
        const RevolvedShape shape = around_a_hole ? ring() : cup();
        const TriangleMesh mesh = triangulate(shape, 0.03f);
        const MeshReport report = check_mesh(mesh);
        EXPECT_TRUE(report.closed() && report.manifold() && report.oriented());
        EXPECT_EQ(report.degenerate_triangles, 0);
        EXPECT_EQ(report.euler_characteristic, around_a_hole ? 0 : 2);
        const double volume = around_a_hole ? kPi * (1.5 * 1.5 - 1) * 0.5 : kPi * (2.0 - 0.81 * 1.9);
        EXPECT_NEAR(report.volume / volume, 1.0, 2e-3);
        for (const Vec3& p : mesh.positions) EXPECT_NEAR(shape.signed_distance(p), 0.0f, 1e-5f);
        const MeshDistance distance(mesh);
        for (std::uint64_t k = 0; k < 100; ++k) {
            const Vec3 p = shape.middle() + 2.0f * random_in_cube(5, 6, k);
            EXPECT_NEAR(distance.signed_distance(p, kFar), shape.signed_distance(p), 2e-3f);
        }
    }
}

TEST(RevolvedShape, ClockwiseOutlinesAreTheSameShape) {
    RevolvedShape other = cup();
    std::ranges::reverse(other.profile);
    EXPECT_NEAR(check_mesh(triangulate(other, 0.05f)).volume, check_mesh(triangulate(cup(), 0.05f)).volume, 1e-5);
    EXPECT_EQ(other.signed_distance({0.3f, 0.05f, 0.2f}), cup().signed_distance({0.3f, 0.05f, 0.2f}));
}

TEST(RevolvedShape, IsTurnedAndStretchedAboutTheMiddleOfItsAxis) {
    RevolvedShape shape = cup();
    shape.rotation = Vec3(0, 0, 180);
    shape.stretch = Vec3::Constant(2.0f);
    const auto even = placed_distance(shape, kFar);
    EXPECT_NEAR(even({0, 2.95f, 0}), -0.05f, 1e-5f);  // the floor is above, twice as thick
    EXPECT_NEAR(even({0, 0, 1.9f}), -0.1f, 1e-5f);
    shape.stretch = Vec3(2, 1, 1);
    const auto oval = placed_distance(shape, kFar);
    EXPECT_NEAR(oval({1.9f, 0.5f, 0}), -0.1f, 3e-3f);
    EXPECT_NEAR(oval({0, 0.5f, 1.2f}), 0.2f, 3e-3f);
}

TEST(RevolvedShape, SaysWhatIsWrongWithAProfile) {
    EXPECT_EQ(cup().fault(), nullptr);
    EXPECT_EQ(ring().fault(), nullptr);
    const auto with = [](std::vector<ProfilePoint> profile) {
        RevolvedShape shape;
        shape.profile = std::move(profile);
        return shape;
    };
    EXPECT_NE(with({}).fault(), nullptr);
    EXPECT_NE(with({{0, 0}, {1, 0}}).fault(), nullptr);
    EXPECT_NE(with({{0, 0}, {1, 0}, {1, 0}, {0, 1}}).fault(), nullptr);                  // a point twice
    EXPECT_NE(with({{1, 0}, {2, 0}, {1, 1}, {2, 1}}).fault(), nullptr);                  // a bow
    EXPECT_NE(with({{0, 0}, {1, 0}, {1, 1}}).fault(), nullptr);                          // a tip on the axis
    EXPECT_NE(with({{0, 0}, {1, 0}, {0, 1}, {0, 2}, {1, 3}, {0, 3}}).fault(), nullptr);  // comes to the axis twice
    EXPECT_NE(with({{1, 0}, {2, 0}, {1.5f, 0}}).fault(), nullptr);                       // folds back
    EXPECT_NE(with(std::vector<ProfilePoint>(1001)).fault(), nullptr);
    RevolvedShape nowhere = cup();
    nowhere.axis = Vec3::Zero();
    EXPECT_NE(nowhere.fault(), nullptr);
}

}  // namespace
}  // namespace lamella
