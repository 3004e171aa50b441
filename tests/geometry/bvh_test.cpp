#include "test_meshes.hpp"

#include <lamella/core/error.hpp>
#include <lamella/geometry/bvh.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

std::array<Vec3, 3> corners_of(const TriangleMesh& mesh, Index i) {
    const Vec3i& t = mesh.triangles[i];
    return {mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]};
}

ClosestPoint brute_force(const TriangleMesh& mesh, const Vec3& p) {
    ClosestPoint best;
    for (Index i = 0; i < mesh.triangle_count(); ++i) {
        const ClosestPoint c = closest_on_triangle(p, corners_of(mesh, i), i);
        if (c.squared_distance < best.squared_distance) best = c;
    }
    return best;
}

// The least distance over a fine grid of weights: slow, and of another kind than the code under test.
double scanned_distance(const Vec3& p, const std::array<Vec3, 3>& corners) {
    constexpr int n = 300;
    double least = 1e30;
    for (int i = 0; i <= n; ++i) {
        for (int j = 0; i + j <= n; ++j) {
            const Vec3d x = (corners[0].cast<double>() * (n - i - j) + corners[1].cast<double>() * i +
                             corners[2].cast<double>() * j) /
                            n;
            least = std::min(least, (x - p.cast<double>()).norm());
        }
    }
    return least;
}

TEST(ClosestOnTriangle, AgreesWithAScanOfTheTriangle) {
    for (int i = 0; i < 100; ++i) {
        std::array<Vec3, 3> corners;
        for (int k = 0; k < 3; ++k) corners[k] = random_in_cube(5, k, i);
        const Vec3 p = 2.0f * random_in_cube(5, 3, i);
        const ClosestPoint c = closest_on_triangle(p, corners);
        const double scanned = scanned_distance(p, corners);
        EXPECT_LE(c.distance(), scanned + 1e-6);
        EXPECT_NEAR(c.distance(), scanned, 0.01);
        const Vec3 rebuilt =
            c.barycentric[0] * corners[0] + c.barycentric[1] * corners[1] + c.barycentric[2] * corners[2];
        EXPECT_LT((rebuilt - c.point).norm(), 1e-6f);
        EXPECT_GE(c.barycentric.minCoeff(), 0.0f);
    }
}

TEST(ClosestOnTriangle, DegenerateTrianglesAreSegmentsAndPoints) {
    for (int i = 0; i < 300; ++i) {
        const Vec3 a = random_in_cube(6, 0, i);
        const Vec3 b = random_in_cube(6, 1, i);
        const Vec3 p = 2.0f * random_in_cube(6, 2, i);
        const Vec3 between = a + random_unit(6, 3, i) * (b - a);
        const Real t = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0f, 1.0f);
        const Real expected = (a + t * (b - a) - p).norm();
        const std::array<std::array<Vec3, 3>, 6> cases = {
            {{a, a, b}, {a, b, a}, {b, a, a}, {a, b, between}, {a, between, b}, {between, b, a}}};
        for (const auto& corners : cases) EXPECT_NEAR(closest_on_triangle(p, corners).distance(), expected, 1e-5f);
        EXPECT_FLOAT_EQ(closest_on_triangle(p, {a, a, a}).distance(), (p - a).norm());
    }
}

void expect_equals_brute_force(const TriangleMesh& mesh, Real scale, const Vec3& centre) {
    const Bvh bvh(mesh);
    for (int i = 0; i < 300; ++i) {
        const Vec3 p = centre + scale * random_in_cube(7, 0, i);
        const ClosestPoint found = bvh.closest_point(p);
        const ClosestPoint expected = brute_force(mesh, p);
        EXPECT_EQ(found.triangle, expected.triangle);
        EXPECT_EQ(found.squared_distance, expected.squared_distance);
        EXPECT_EQ(found.point, expected.point);
    }
}

TEST(Bvh, EqualsBruteForce) {
    expect_equals_brute_force(test::soup(2000, 11), 2.0f, Vec3::Zero());
    expect_equals_brute_force(test::sphere(), 1.5f, Vec3::Zero());
    expect_equals_brute_force(test::tetrahedron(), 1.0f, Vec3::Zero());
}

TEST(Bvh, EqualsBruteForceFarFromTheOriginAndForHugeTriangles) {
    const Vec3 far(1e5f, -2e5f, 3e5f);
    expect_equals_brute_force(test::sphere(far, 100.0f, 20.0f), 150.0f, far);
    expect_equals_brute_force(test::sphere(Vec3::Zero(), 1e30f, 2e29f), 1e30f, Vec3::Zero());
}

TEST(Bvh, TiesGoToTheLowestTriangle) {
    const TriangleMesh mesh = test::sphere();
    const Bvh bvh(mesh);
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        Index lowest = mesh.triangle_count();
        for (Index t = 0; t < mesh.triangle_count(); ++t) {
            if ((mesh.triangles[t].array() == v).any()) lowest = std::min(lowest, t);
        }
        EXPECT_EQ(bvh.closest_point(mesh.positions[v]).triangle, lowest);
    }
}

TEST(Bvh, CoincidentTrianglesMakeABalancedTree) {
    TriangleMesh mesh = test::tetrahedron();
    mesh.triangles.assign(10000, mesh.triangles.front());
    const Bvh bvh(mesh);
    EXPECT_EQ(bvh.closest_point({0.1f, 0.1f, -1.0f}).triangle, 0);
    EXPECT_FLOAT_EQ(bvh.closest_point({0.1f, 0.1f, -1.0f}).distance(), 1.0f);
}

TEST(Bvh, NothingBeyondTheGivenDistance) {
    const Bvh bvh(test::sphere());
    EXPECT_FALSE(bvh.closest_point({3, 0, 0}, 1.5).found());
    EXPECT_TRUE(bvh.closest_point({3, 0, 0}, 2.5).found());
}

TEST(Bvh, EmptyMeshHasNoClosestPoint) {
    const Bvh bvh{TriangleMesh{}};
    EXPECT_FALSE(bvh.closest_point({0, 0, 0}).found());
}

TEST(Bvh, BadMeshesAreRefused) {
    TriangleMesh not_finite = test::tetrahedron();
    not_finite.positions[2].y() = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_THROW(Bvh{not_finite}, InputError);
    TriangleMesh out_of_range = test::tetrahedron();
    out_of_range.triangles[1][2] = 4;
    EXPECT_THROW(Bvh{out_of_range}, InputError);
}

}  // namespace
}  // namespace lamella
