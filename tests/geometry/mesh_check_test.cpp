#include "test_meshes.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_check.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

namespace lamella {
namespace {

TEST(MeshCheck, Tetrahedron) {
    const MeshReport r = check_mesh(test::tetrahedron());
    EXPECT_EQ(r.vertices, 4);
    EXPECT_EQ(r.triangles, 4);
    EXPECT_EQ(r.edges, 6);
    EXPECT_EQ(r.euler_characteristic, 2);
    EXPECT_EQ(r.components, 1);
    EXPECT_TRUE(r.closed() && r.manifold() && r.oriented());
    EXPECT_NEAR(r.volume, 1.0 / 6.0, 1e-12);
    EXPECT_NEAR(r.area, 1.5 + std::sqrt(3.0) / 2.0, 1e-12);
}

TEST(MeshCheck, InsideOutHasNegativeVolume) {
    EXPECT_NEAR(check_mesh(test::flipped(test::tetrahedron())).volume, -1.0 / 6.0, 1e-12);
}

TEST(MeshCheck, MissingTriangleLeavesThreeBoundaryEdges) {
    TriangleMesh mesh = test::tetrahedron();
    mesh.triangles.pop_back();
    const MeshReport r = check_mesh(mesh);
    EXPECT_EQ(r.boundary_edges, 3);
    EXPECT_FALSE(r.closed());
    EXPECT_TRUE(r.manifold() && r.oriented());
    EXPECT_EQ(r.euler_characteristic, 1);
}

TEST(MeshCheck, TurnedTriangleMakesThreeInconsistentEdges) {
    TriangleMesh mesh = test::tetrahedron();
    std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
    const MeshReport r = check_mesh(mesh);
    EXPECT_EQ(r.inconsistent_edges, 3);
    EXPECT_FALSE(r.oriented());
    EXPECT_TRUE(r.closed() && r.manifold());
}

TEST(MeshCheck, TouchingVertexIsNotManifold) {
    TriangleMesh mesh = test::merged(test::tetrahedron(), test::tetrahedron());
    EXPECT_EQ(check_mesh(mesh).components, 2);
    for (Vec3i& t : mesh.triangles) t = (t.array() == 4).select(0, t);  // share the corner at the origin
    const MeshReport r = check_mesh(mesh);
    EXPECT_EQ(r.non_manifold_vertices, 1);
    EXPECT_EQ(r.non_manifold_edges, 0);
    EXPECT_EQ(r.unreferenced_vertices, 1);
    EXPECT_EQ(r.components, 1);
    EXPECT_FALSE(r.manifold());
    EXPECT_TRUE(r.closed());
}

TEST(MeshCheck, SharedEdgeIsNotManifold) {
    TriangleMesh mesh = test::merged(test::tetrahedron(), test::tetrahedron());
    for (Vec3i& t : mesh.triangles) {
        t = (t.array() == 4).select(0, t);
        t = (t.array() == 5).select(1, t);
    }
    const MeshReport r = check_mesh(mesh);
    EXPECT_EQ(r.non_manifold_edges, 1);
    EXPECT_EQ(r.inconsistent_edges, 0);
    EXPECT_EQ(r.non_manifold_vertices, 0);  // the shared edge joins both fans
    EXPECT_EQ(r.edges, 11);
}

TEST(MeshCheck, DuplicatesInAnyOrderOfTheirVertices) {
    TriangleMesh mesh = test::tetrahedron();
    mesh.triangles.push_back(mesh.triangles[3]);
    mesh.triangles.emplace_back(3, 1, 2);
    mesh.triangles.emplace_back(2, 1, 3);
    EXPECT_EQ(check_mesh(mesh).duplicate_triangles, 3);
}

TEST(MeshCheck, DegenerateTriangles) {
    TriangleMesh mesh = test::tetrahedron();
    mesh.triangles.emplace_back(0, 0, 1);
    MeshReport r = check_mesh(mesh);
    EXPECT_EQ(r.degenerate_triangles, 1);
    EXPECT_TRUE(r.closed());  // a triangle without an area opens nothing
    EXPECT_EQ(r.euler_characteristic, 2);
    mesh.positions.emplace_back(2.0f, 0.0f, 0.0f);
    mesh.triangles.back() = {0, 1, 4};
    r = check_mesh(mesh);
    EXPECT_EQ(r.degenerate_triangles, 1);
    EXPECT_EQ(check_mesh(test::tetrahedron(), 0.6).degenerate_triangles, 3);
}

TEST(MeshCheck, EmptyMesh) {
    const MeshReport r = check_mesh({});
    EXPECT_FALSE(r.closed());
    EXPECT_EQ(r.components, 0);
    TriangleMesh points;
    points.positions.resize(3, Vec3::Zero());
    EXPECT_EQ(check_mesh(points).unreferenced_vertices, 3);
}

TEST(MeshCheck, BadMeshesAreRefused) {
    TriangleMesh mesh = test::tetrahedron();
    mesh.triangles[2][1] = -1;
    EXPECT_THROW(check_mesh(mesh), InputError);
    mesh = test::tetrahedron();
    mesh.positions[0].x() = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_THROW(check_mesh(mesh), InputError);
}

TEST(MeshCheck, VolumeDoesNotDependOnTheOrigin) {
    const Vec3 far(1e4f, 2e4f, -1e4f);
    const TriangleMesh near_mesh = triangulate(BoxShape{Vec3::Zero(), Vec3(1, 2, 4)}, 0.25f);
    const TriangleMesh far_mesh = triangulate(BoxShape{far, far + Vec3(1, 2, 4)}, 0.25f);
    EXPECT_NEAR(check_mesh(near_mesh).volume, 8.0, 1e-9);
    EXPECT_NEAR(check_mesh(far_mesh).volume, 8.0, 1e-6);
}

// Edges counted the plain way over a soup whose vertices were merged at random.
TEST(MeshCheck, EdgesEqualAPlainCount) {
    TriangleMesh mesh;
    mesh.positions.resize(60, Vec3::Zero());
    for (int i = 0; i < 400; ++i) {
        Vec3i t;
        for (int k = 0; k < 3; ++k) t[k] = static_cast<Index>(60.0f * random_unit(3, k, i));
        mesh.triangles.push_back(t);
    }
    std::map<std::pair<Index, Index>, std::pair<int, int>> edges;
    std::set<std::set<Index>> distinct;
    Index whole = 0;
    for (const Vec3i& t : mesh.triangles) {
        const std::set<Index> key{t[0], t[1], t[2]};
        if (key.size() < 3) continue;
        ++whole;
        distinct.insert(key);
        for (int k = 0; k < 3; ++k) {
            const Index a = t[k];
            const Index b = t[(k + 1) % 3];
            auto& [count, direction] = edges[std::minmax(a, b)];
            ++count;
            direction += a < b ? 1 : -1;
        }
    }
    Index boundary = 0;
    Index crowded = 0;
    Index inconsistent = 0;
    for (const auto& [edge, counts] : edges) {
        boundary += counts.first == 1;
        crowded += counts.first > 2;
        inconsistent += std::abs(counts.second) > counts.first % 2;
    }
    const MeshReport r = check_mesh(mesh);
    EXPECT_EQ(r.edges, static_cast<Index>(edges.size()));
    EXPECT_EQ(r.boundary_edges, boundary);
    EXPECT_EQ(r.non_manifold_edges, crowded);
    EXPECT_EQ(r.inconsistent_edges, inconsistent);
    EXPECT_EQ(r.duplicate_triangles, whole - static_cast<Index>(distinct.size()));
}

TEST(MeshCheck, SameBitsForAnyThreadCount) {
    const TriangleMesh mesh = test::sphere(Vec3::Zero(), 1.0f, 0.02f);
    double volume = 0.0;
    double area = 0.0;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        const MeshReport r = check_mesh(mesh);
        if (threads == 1) std::tie(volume, area) = std::tuple(r.volume, r.area);
        EXPECT_EQ(r.volume, volume);
        EXPECT_EQ(r.area, area);
    }
}

}  // namespace
}  // namespace lamella
