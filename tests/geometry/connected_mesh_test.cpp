#include "test_operations.hpp"

#include <lamella/core/error.hpp>
#include <lamella/geometry/boundary_loops.hpp>
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/geometry/mesh_check.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

using namespace test;

class ConnectedMeshOperations : public testing::TestWithParam<int> {
protected:
    static TriangleMesh start(int which) {
        if (which == 0) return test::sphere(Vec3::Zero(), 1.0f, 0.4f);
        if (which == 1) return test::torus();
        if (which == 2) return open_sphere();
        return plate(6);
    }
};

TEST_P(ConnectedMeshOperations, KeepTheMeshWhole) {
    const TriangleMesh before = start(GetParam());
    ConnectedMesh mesh(before);
    add_data(mesh);
    const auto sums = totals(mesh);
    const Index euler = euler_characteristic(mesh);
    const std::size_t loops = boundary_loops(mesh).size();
    Applied all;
    for (std::uint64_t round = 0; round < 30; ++round) {
        const Applied applied = apply_random(mesh, 200, round + 100 * GetParam());
        all.splits += applied.splits;
        all.flips += applied.flips;
        all.collapses += applied.collapses;
        all.refused += applied.refused;
        ASSERT_EQ(check(mesh), "") << round;
        ASSERT_EQ(euler_characteristic(mesh), euler) << round;
        ASSERT_EQ(boundary_loops(mesh).size(), loops) << round;
        if (round % 3 == 2) {
            compact(mesh);
            ASSERT_EQ(check(mesh), "") << round;
        }
    }
    for (const Index count : {all.splits, all.flips, all.collapses, all.refused}) EXPECT_GT(count, 100);
    expect_same_data(mesh, sums);
    const MeshReport report = check_mesh(mesh.to_triangle_mesh());
    EXPECT_TRUE(report.manifold() && report.oriented());
    EXPECT_EQ(report.closed(), check_mesh(before).closed());
    EXPECT_EQ(report.euler_characteristic, euler);
    EXPECT_EQ(report.unreferenced_vertices, 0);
}

INSTANTIATE_TEST_SUITE_P(Meshes, ConnectedMeshOperations, testing::Values(0, 1, 2, 3));

TEST(ConnectedMesh, GoesToTrianglesAndBack) {
    TriangleMesh mesh = test::torus();
    auto& heat = mesh.attributes.add<ScalarColumn>("T");
    heat.resize(mesh.vertex_count());
    mesh.attributes.resize(mesh.vertex_count());
    for (Index v = 0; v < mesh.vertex_count(); ++v) mesh.attributes.get<ScalarColumn>("T")[v] = static_cast<Real>(v);
    const ConnectedMesh connected(mesh);
    EXPECT_EQ(check(connected), "");
    EXPECT_EQ(euler_characteristic(connected), 0);
    const TriangleMesh back = connected.to_triangle_mesh();
    EXPECT_EQ(back.positions, mesh.positions);
    EXPECT_EQ(back.triangles, mesh.triangles);
    EXPECT_EQ(back.attributes.get<ScalarColumn>("T")[5], 5.0f);
}

TEST(ConnectedMesh, RefusesWhatIsNotManifold) {
    const auto triangles = [](std::vector<Vec3i> list) {
        TriangleMesh mesh;
        mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {2, 1, 0}, {2, 2, 2}};
        mesh.triangles = std::move(list);
        return mesh;
    };
    EXPECT_NO_THROW(ConnectedMesh(triangles({{0, 1, 2}, {1, 0, 3}})));
    EXPECT_THROW(ConnectedMesh(triangles({{0, 1, 2}, {0, 1, 3}})), InputError);             // turned
    EXPECT_THROW(ConnectedMesh(triangles({{0, 1, 2}, {1, 0, 3}, {1, 0, 4}})), InputError);  // three at an edge
    EXPECT_THROW(ConnectedMesh(triangles({{0, 1, 2}, {0, 3, 4}})), InputError);             // two fans
    EXPECT_THROW(ConnectedMesh(triangles({{0, 1, 2}, {0, 2, 1}})), InputError);             // a pillow
    EXPECT_THROW(ConnectedMesh(triangles({{0, 1, 1}})), InputError);
    EXPECT_THROW(ConnectedMesh(triangles({{0, 1, 9}})), InputError);
}

TEST(ConnectedMesh, WalksAroundVerticesCounterClockwise) {
    const ConnectedMesh mesh(plate(3));
    const Index inner = 5, corner = 0, side = 1;
    EXPECT_EQ(mesh.neighbours(inner).size(), 6u);
    EXPECT_FALSE(mesh.is_boundary_vertex(inner));
    EXPECT_EQ(mesh.neighbours(corner), (std::vector<Index>{1, 5, 4}));
    EXPECT_EQ(mesh.neighbours(side), (std::vector<Index>{2, 6, 5, 0}));
    EXPECT_GE(mesh.edge_between(0, 4), 0);
    EXPECT_EQ(mesh.edge_between(0, 4), mesh.edge_between(4, 0));
    EXPECT_EQ(mesh.edge_between(0, 15), -1);
}

// Areas as amounts of faces and lengths as amounts of edges stay those of the parts.
// Two spheres become one through a tube between a face of each, and a handle makes a torus of one.
// Random faces go and the same come back, turned in their order.
TEST(MeshCompaction, SaysWhereEverythingWas) {
    ConnectedMesh mesh(test::torus());
    add_data(mesh);
    apply_random(mesh, 500, 3);
    const ConnectedMesh before = mesh;
    const MeshOrder order = compact(mesh);
    EXPECT_EQ(check(mesh), "");
    EXPECT_LT(mesh.face_slots(), before.face_slots());
    for (Index v = 0; v < mesh.vertex_slots(); ++v) {
        EXPECT_EQ(mesh.positions[v], before.positions[order.vertices[v]]);
        EXPECT_EQ(mesh.vertices.table().get<IndexColumn>("id")[v],
                  before.vertices.table().get<IndexColumn>("id")[order.vertices[v]]);
    }
    for (Index f = 0; f < mesh.face_slots(); ++f)
        for (int k = 0; k < 3; ++k) EXPECT_EQ(order.vertices[mesh.corners(f)[k]], before.corners(order.faces[f])[k]);
    for (Index h = 0; h < 3 * mesh.face_slots(); ++h) {
        const Index old = 3 * order.faces[h / 3] + h % 3;
        EXPECT_EQ(order.edges[mesh.edge(h)], before.edge(old));
    }
    EXPECT_EQ(mesh.to_triangle_mesh().triangles, before.to_triangle_mesh().triangles);
}

TEST(BoundaryLoops, OfAPlateIsItsRim) {
    const ConnectedMesh mesh(plate(3));
    const auto loops = boundary_loops(mesh);
    ASSERT_EQ(loops.size(), 1u);
    EXPECT_EQ(loops[0].size(), 12u);
    for (std::size_t k = 0; k < loops[0].size(); ++k)
        EXPECT_EQ(mesh.to(loops[0][k]), mesh.from(loops[0][(k + 1) % loops[0].size()]));
    EXPECT_FALSE(is_closed(mesh));
}

TEST(ElementData, KeepsNormalsAtUnitLength) {
    ConnectedMesh mesh(test::sphere(Vec3::Zero(), 1.0f, 0.4f));
    auto& normals = mesh.vertices.table().add<Vec3Column>("N");
    for (Index v = 0; v < mesh.vertex_slots(); ++v) normals.set(v, mesh.positions[v].normalized());
    const Index v = split_edge(mesh, 5, 0.3f);
    EXPECT_NEAR(mesh.vertices.table().get<Vec3Column>("N")[v].norm(), 1.0f, 1e-6f);
}

TEST(ElementData, NumbersGoOnBehindTheHighest) {
    TriangleMesh triangles = test::tetrahedron();
    triangles.attributes.resize(4);
    auto& id = triangles.attributes.add<IndexColumn>("id");
    for (Index v = 0; v < 4; ++v) id[v] = 40 - v;
    ConnectedMesh mesh(triangles);
    EXPECT_EQ(mesh.vertices.table().get<IndexColumn>("id")[split_edge(mesh, 0)], 41);
    EXPECT_EQ(mesh.vertices.table().get<IndexColumn>("id")[split_edge(mesh, 1)], 42);
}

}  // namespace
}  // namespace lamella
