#include <lamella/core/error.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/shapes/shapes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(Shapes, BoxDistanceInsideAndOutside) {
    const BoxShape box{{0, 0, 0}, {2, 4, 6}};
    EXPECT_FLOAT_EQ(box.signed_distance({1, 2, 3}), -1.0f);
    EXPECT_FLOAT_EQ(box.signed_distance({1, 0.25f, 3}), -0.25f);
    EXPECT_FLOAT_EQ(box.signed_distance({5, 8, 3}), 5.0f);
    EXPECT_FLOAT_EQ(box.signed_distance({2, 4, 6}), 0.0f);
}

TEST(Shapes, CylinderDistanceAtSideCapAndRim) {
    const CylinderShape c{{0, 0, 0}, {0, 0, 10}, 2};
    EXPECT_FLOAT_EQ(c.signed_distance({0, 0, 5}), -2.0f);
    EXPECT_FLOAT_EQ(c.signed_distance({1, 0, 9.5f}), -0.5f);
    EXPECT_FLOAT_EQ(c.signed_distance({5, 0, 5}), 3.0f);
    EXPECT_FLOAT_EQ(c.signed_distance({5, 0, 14}), 5.0f);
}

TEST(Shapes, HalfSpaceMatterLiesAgainstTheNormal) {
    const HalfSpaceShape h{{0, 1, 0}, {0, 5, 0}};
    EXPECT_FLOAT_EQ(h.signed_distance({7, 0, 3}), -1.0f);
    EXPECT_FLOAT_EQ(h.signed_distance({7, 3, 3}), 2.0f);
    EXPECT_TRUE(std::isinf(h.bounds().max.y()));
}

TEST(Shapes, CylinderBoundsAreTight) {
    const CylinderShape c{{-1, 2, 0.5f}, {2, 3, 2}, 0.7f};
    const Box3 box = c.bounds();
    const Box3 mesh = bounds(triangulate(c, 0.02f));
    EXPECT_LT((box.min - mesh.min).cwiseAbs().maxCoeff(), 1e-3f);
    EXPECT_LT((box.max - mesh.max).cwiseAbs().maxCoeff(), 1e-3f);
}

template <class Shape>
void expect_closed_on(const Shape& shape, Real edge, double area, double volume, double tolerance) {
    const TriangleMesh mesh = triangulate(shape, edge);
    const MeshReport report = check_mesh(mesh);
    EXPECT_TRUE(report.closed() && report.manifold() && report.oriented());
    EXPECT_EQ(report.degenerate_triangles, 0);
    EXPECT_EQ(report.euler_characteristic, 2);
    EXPECT_NEAR(report.area / area, 1.0, tolerance);
    EXPECT_NEAR(report.volume / volume, 1.0, tolerance);
    for (const Vec3& p : mesh.positions) EXPECT_NEAR(shape.signed_distance(p), 0.0f, 1e-5f);
    for (const Vec3i& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) {
            EXPECT_LT((mesh.positions[t[k]] - mesh.positions[t[(k + 1) % 3]]).norm(), 1.5f * edge);
        }
    }
}

TEST(Shapes, MeshesAreClosedOutwardAndOnTheShape) {
    expect_closed_on(BoxShape{{-1, 0, 0}, {1, 1, 0.5f}}, 0.1f, 2 * (2 * 1 + 2 * 0.5 + 0.5), 1.0, 1e-5);
    expect_closed_on(SphereShape{{1, 2, 3}, 0.5f}, 0.02f, kPi, kPi / 6, 2e-3);
    expect_closed_on(CylinderShape{{0, 0, 0}, {1, 1, 1}, 0.5f}, 0.03f, std::sqrt(3.0) * kPi + kPi / 2,
                     std::sqrt(3.0) * kPi / 4, 2e-3);
}

TEST(Shapes, DistanceIsTheDistanceToTheMesh) {
    const CylinderShape shape{{0.2f, 0, 0}, {0.5f, 1, 0.3f}, 0.4f};
    const TriangleMesh mesh = triangulate(shape, 0.02f);
    for (int i = 0; i < 50; ++i) {
        const Vec3 p = 2.0f * random_in_cube(1, 2, i);
        Real nearest = 1e9f;
        for (const Vec3& v : mesh.positions) nearest = std::min(nearest, (v - p).norm());
        EXPECT_NEAR(std::abs(shape.signed_distance(p)), nearest, 0.015f);
    }
}

TEST(Shapes, FaultsAreNamed) {
    EXPECT_STREQ(BoxShape({{0, 0, 0}, {1, 0, 1}}).fault(), "each coordinate of 'min' must be less than that of 'max'");
    EXPECT_EQ(BoxShape().fault(), nullptr);
    EXPECT_NE(SphereShape({Vec3::Zero(), 0.0f}).fault(), nullptr);
    EXPECT_NE(CylinderShape({Vec3::Zero(), Vec3::Zero(), 1.0f}).fault(), nullptr);
    EXPECT_NE(HalfSpaceShape({Vec3::Zero(), Vec3::Zero()}).fault(), nullptr);
}

TEST(Shapes, TooFineAMeshIsRefused) {
    EXPECT_THROW(triangulate(SphereShape{}, 1e-6f), InputError);
    EXPECT_THROW(triangulate(BoxShape{}, 0.0f), InputError);
    EXPECT_THROW(triangulate(BoxShape{}, std::nanf("")), InputError);
}

}  // namespace
}  // namespace lamella
