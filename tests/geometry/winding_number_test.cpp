#include "test_meshes.hpp"

#include <lamella/geometry/winding_number.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// The largest difference between the fast and the exact number at random points.
double worst_error(const TriangleMesh& mesh, Real beta, Real scale, const Vec3& centre = Vec3::Zero()) {
    const Bvh bvh(mesh);
    const FastWindingNumber fast(bvh, beta);
    double worst = 0.0;
    for (int i = 0; i < 100; ++i) {
        const Vec3 p = centre + scale * random_in_cube(8, 0, i);
        worst = std::max(worst, std::abs(fast.at(p) - winding_number(mesh, p)));
    }
    return worst;
}

TEST(SolidAngle, OfAnOctantIsHalfPi) {
    const double octant = solid_angle(Vec3::Zero(), {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)});
    EXPECT_NEAR(octant, std::numbers::pi / 2, 1e-12);
    const double reversed = solid_angle(Vec3::Zero(), {Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)});
    EXPECT_NEAR(reversed, -std::numbers::pi / 2, 1e-12);
}

TEST(WindingNumber, IsOneInsideAndZeroOutside) {
    const TriangleMesh mesh = test::sphere({1, 2, 3}, 0.5f, 0.05f);
    EXPECT_NEAR(winding_number(mesh, {1, 2, 3}), 1.0, 1e-9);
    EXPECT_NEAR(winding_number(mesh, {1, 2.49f, 3}), 1.0, 1e-9);
    EXPECT_NEAR(winding_number(mesh, {1, 2.51f, 3}), 0.0, 1e-9);
}

TEST(FastWindingNumber, IsCloseToTheExactSum) {
    EXPECT_LT(worst_error(test::sphere(Vec3::Zero(), 1.0f, 0.06f), 2.0f, 1.5f), 0.015);
    EXPECT_LT(worst_error(test::without_base(test::sphere(Vec3::Zero(), 1.0f, 0.06f), -0.5f), 2.0f, 1.5f), 0.015);
    EXPECT_LT(worst_error(test::soup(3000, 3), 2.0f, 1.5f), 0.05);
}

TEST(FastWindingNumber, ConvergesWithBetaAsTheExpansionDoes) {
    const TriangleMesh mesh = test::without_base(test::sphere(Vec3::Zero(), 1.0f, 0.05f), 0.1f);
    const double coarse = worst_error(mesh, 2.0f, 1.5f);
    const double fine = worst_error(mesh, 8.0f, 1.5f);
    EXPECT_LT(fine, coarse / 64.0);  // the first term left out falls as the cube of the distance
    EXPECT_LT(worst_error(mesh, 1e9f, 1.5f), 1e-12);
}

TEST(FastWindingNumber, TheExpansionVanishesForAClosedMeshFarAway) {
    const Bvh bvh(test::sphere());
    const FastWindingNumber fast(bvh);
    EXPECT_NEAR(fast.at({50, 0, 0}), 0.0, 1e-4);
}

TEST(FastWindingNumber, HoldsForHugeAndDistantMeshes) {
    const Vec3 far(1e5f, -2e5f, 3e5f);
    EXPECT_LT(worst_error(test::sphere(far, 100.0f, 10.0f), 2.0f, 150.0f, far), 0.015);
    EXPECT_LT(worst_error(test::sphere(Vec3::Zero(), 1e18f, 1e17f), 2.0f, 1.5e18f), 0.015);
    EXPECT_LT(worst_error(test::sphere(Vec3::Zero(), 1e30f, 1e29f), 2.0f, 1.5e30f), 0.015);
}

TEST(FastWindingNumber, DegenerateTrianglesAddNothing) {
    TriangleMesh mesh = test::sphere();
    const auto n = mesh.vertex_count();
    for (Index i = 0; i < 50; ++i) mesh.triangles.emplace_back(i, i, n - 1 - i);
    for (Index i = 0; i < 50; ++i) mesh.triangles.emplace_back(i, i, i);
    EXPECT_LT(worst_error(mesh, 2.0f, 1.5f), 0.015);
}

TEST(FastWindingNumber, IsZeroForAnEmptyMesh) {
    const Bvh bvh{TriangleMesh{}};
    EXPECT_EQ(FastWindingNumber(bvh).at({0, 0, 0}), 0.0);
}

}  // namespace
}  // namespace lamella
