#include "test_meshes.hpp"

#include <lamella/core/hash.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/decimate_garland1997.hpp>
#include <lamella/geometry/fan_distance_cohen1997.hpp>
#include <lamella/geometry/mesh_check.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

// The largest distance to `target` of points on the triangles of `mesh`: a lattice of them on each.
double farthest(const TriangleMesh& mesh, const TriangleMesh& target) {
    constexpr int kCuts = 4;
    const Bvh tree(target);
    double largest = 0.0;
    for (const Vec3i& t : mesh.triangles)
        for (int i = 0; i <= kCuts; ++i)
            for (int j = 0; i + j <= kCuts; ++j) {
                const Vec3 w = Vec3(i, j, kCuts - i - j) / kCuts;
                const Vec3 p = w[0] * mesh.positions[t[0]] + w[1] * mesh.positions[t[1]] + w[2] * mesh.positions[t[2]];
                largest = std::max(largest, static_cast<double>(tree.closest_point(p).distance()));
            }
    return largest;
}

MeshReport expect_sound(const TriangleMesh& mesh) {
    MeshReport report = check_mesh(mesh, 1e-12);
    EXPECT_TRUE(report.manifold());
    EXPECT_TRUE(report.oriented());
    EXPECT_EQ(report.degenerate_triangles, 0);
    EXPECT_EQ(report.unreferenced_vertices, 0);
    return report;
}

// A ball with waves and noise.
TriangleMesh bumpy() {
    TriangleMesh mesh = test::sphere(Vec3(3, -2, 1), 1.0f, 0.1f);
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3 n = mesh.positions[v] - Vec3(3, -2, 1);
        mesh.positions[v] += (0.08f * std::sin(6.0f * n.x()) * std::cos(5.0f * n.y())) * n +
                             0.003f * random_in_cube(4, 0, static_cast<std::uint64_t>(v));
    }
    return mesh;
}

std::uint64_t bits_of(const TriangleMesh& mesh) {
    Hasher hasher;
    hasher.update(mesh.positions.data(), mesh.positions.size() * sizeof(Vec3));
    hasher.update(mesh.triangles.data(), mesh.triangles.size() * sizeof(Vec3i));
    return hasher.digest();
}

TEST(Decimate, StaysWithinItsBoundOnBothSidesAndSound) {
    const TriangleMesh before = bumpy();
    Index triangles = before.triangle_count();
    for (const double bound : {0.003, 0.01, 0.04}) {
        TriangleMesh after = before;
        decimate(after, bound);
        const MeshReport report = expect_sound(after);
        EXPECT_TRUE(report.closed());
        EXPECT_EQ(report.euler_characteristic, 2);
        EXPECT_LE(farthest(after, before), bound * 1.0001);
        EXPECT_LE(farthest(before, after), bound * 1.0001);
        EXPECT_LT(after.triangle_count(), triangles);
        triangles = after.triangle_count();
        EXPECT_NEAR(report.volume / check_mesh(before).volume, 1.0, bound);
    }
    EXPECT_LT(triangles, before.triangle_count() / 4);
}

TEST(Decimate, FlatFacesNeedFewTrianglesAndEdgesStaySharp) {
    const TriangleMesh before = triangulate(BoxShape{Vec3(0, 0, 0), Vec3(1, 2, 3)}, 0.1f);
    TriangleMesh after = before;
    decimate(after, 1e-4);
    EXPECT_TRUE(expect_sound(after).closed());
    EXPECT_LT(after.triangle_count(), 100);
    EXPECT_LE(farthest(before, after), 1e-4);
    EXPECT_NEAR(check_mesh(after).volume, check_mesh(before).volume, 1e-3);
}

TEST(Decimate, KeepsBoundariesAndWhatIsNotManifold) {
    TriangleMesh open = test::without_base(test::sphere(), -0.5f);
    const MeshReport before = check_mesh(open);
    ASSERT_GT(before.boundary_edges, 10);
    decimate(open, 0.05);
    const MeshReport after = expect_sound(open);
    EXPECT_EQ(after.boundary_edges, before.boundary_edges);
    EXPECT_EQ(after.euler_characteristic, before.euler_characteristic);
    EXPECT_LT(after.triangles, before.triangles / 2);

    TriangleMesh soup = test::soup(50, 3);
    const TriangleMesh same = soup;
    decimate(soup, 10.0);
    EXPECT_EQ(soup.triangles, same.triangles);
    EXPECT_EQ(soup.positions, same.positions);
}

TEST(Decimate, ABoundLargerThanTheMeshLeavesItClosed) {
    TriangleMesh mesh = test::sphere(Vec3::Zero(), 1.0f, 0.2f);
    decimate(mesh, 100.0);
    const MeshReport report = expect_sound(mesh);
    EXPECT_TRUE(report.closed());
    EXPECT_EQ(report.euler_characteristic, 2);
    TriangleMesh tetrahedron = test::tetrahedron();
    decimate(tetrahedron, 100.0);
    EXPECT_EQ(tetrahedron.triangle_count(), 4);
    TriangleMesh empty;
    decimate(empty, 1.0);
    EXPECT_TRUE(empty.empty());
}

TEST(Decimate, CarriesAttributes) {
    TriangleMesh mesh = test::sphere(Vec3::Zero(), 1.0f, 0.08f);
    mesh.attributes.resize(mesh.vertex_count());
    auto& N = mesh.attributes.add<Vec3Column>("N");
    auto& x = mesh.attributes.add<ScalarColumn>("x");
    auto& side = mesh.attributes.add<IndexColumn>("side");
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        N.set(v, mesh.positions[v].normalized());
        x[v] = mesh.positions[v].x();
        side[v] = mesh.positions[v].z() > 0.0f ? 7 : -7;
    }
    decimate(mesh, 0.01);
    ASSERT_EQ(mesh.attributes.size(), mesh.vertex_count());
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3& p = mesh.positions[v];
        ASSERT_GT(mesh.attributes.get<Vec3Column>("N")[v].dot(p.normalized()), 0.99f);
        ASSERT_NEAR(mesh.attributes.get<ScalarColumn>("x")[v], p.x(), 0.05f);
        if (std::abs(p.z()) < 0.3f) continue;
        ASSERT_EQ(mesh.attributes.get<IndexColumn>("side")[v], p.z() > 0.0f ? 7 : -7);
    }
}

TEST(Decimate, SameBitsForAnyNumberOfThreads) {
    const auto run = [](int threads) {
        const ThreadLimit limit(threads);
        TriangleMesh mesh = bumpy();
        decimate(mesh, 0.01);
        return bits_of(mesh);
    };
    const std::uint64_t one = run(1);
    EXPECT_EQ(run(2), one);
    EXPECT_EQ(run(3), one);
}

// Four triangles about (0, 0, height) against the flat fan about `middle` that the same square bounds.
PatchAndFan pyramid(double height, const Vec3d& middle, double moved_before = 0.0) {
    const MovedPoint top{Vec3d(0, 0, height) - middle, moved_before};
    PatchAndFan both;
    both.inner_vertices = {top, top};
    const std::array<Vec3d, 4> square{Vec3d(1, 1, 0), Vec3d(-1, 1, 0), Vec3d(-1, -1, 0), Vec3d(1, -1, 0)};
    for (std::size_t k = 0; k < 4; ++k) {
        const MovedPoint a{square[k] - middle};
        const MovedPoint b{square[(k + 1) % 4] - middle};
        both.patch.push_back({top, a, b});
        both.inner_edges.push_back({top, a});
        both.ring.push_back({a, b});
    }
    return both;
}

double moved(PatchAndFan both, const Vec3d& n = Vec3d::UnitZ()) { return moved_at_middle(both, n); }

TEST(FanDistance, IsTheHeightBetweenThePatches) {
    EXPECT_NEAR(moved(pyramid(0.3, Vec3d::Zero())), 0.3, 1e-12);
    EXPECT_NEAR(moved(pyramid(0.3, Vec3d(0, 0, 0.1))), 0.2, 1e-12);
    EXPECT_NEAR(moved(pyramid(0.0, Vec3d(0.5, 0.2, -0.7))), 0.7, 1e-12);
    EXPECT_NEAR(moved(pyramid(0.0, Vec3d(0.5, 0.2, 0.0))), 0.0, 1e-12);
}

// The middle at (0.5, 0): at the old top the fan is flat and its middle counts by 2/3 (from (-1, 0), 1 of 1.5).
TEST(FanDistance, WhatIsAskedBesideTheMiddleIsMoreThere) {
    EXPECT_NEAR(moved(pyramid(0.3, Vec3d(0.5, 0.0, 0.0))), 0.3 / (2.0 / 3.0), 1e-12);
}

TEST(FanDistance, AddsToWhatHasMovedBefore) {
    EXPECT_NEAR(moved(pyramid(0.3, Vec3d::Zero(), 0.2)), 0.5, 1e-12);
    EXPECT_NEAR(moved(pyramid(0.0, Vec3d::Zero(), 0.2)), 0.2, 1e-12);
}

TEST(FanDistance, RefusesWhatIsSeenFromBehind) {
    EXPECT_TRUE(std::isinf(moved(pyramid(0.3, Vec3d(2, 0, 0)))));
    EXPECT_TRUE(std::isinf(moved(pyramid(0.3, Vec3d::Zero()), -Vec3d::UnitZ())));
}

}  // namespace
}  // namespace lamella
