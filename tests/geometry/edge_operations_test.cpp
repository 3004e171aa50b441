#include "test_operations.hpp"

#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/mesh_measure.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

using namespace test;

TEST(EdgeSplit, KeepsLinearFunctionsLinear) {
    ConnectedMesh mesh(plate(4));
    auto& f = mesh.vertices.table().add<ScalarColumn>("f");
    const auto linear = [](const Vec3& p) { return 3.0f + 2.0f * p.x() - p.y(); };
    for (Index v = 0; v < mesh.vertex_slots(); ++v) f[v] = linear(mesh.positions[v]);
    for (int k = 0; k < 500; ++k) {
        const auto edge = static_cast<Index>(random_bits(2, 0, k) % static_cast<std::uint64_t>(mesh.edge_slots()));
        split_edge(mesh, edge, 0.2f + 0.6f * random_unit(2, 1, k));
    }
    EXPECT_EQ(check(mesh), "");
    EXPECT_EQ(mesh.vertex_slots(), 25 + 500);
    for (Index v = 0; v < mesh.vertex_slots(); ++v)
        EXPECT_NEAR(mesh.vertices.table().get<ScalarColumn>("f")[v], linear(mesh.positions[v]), 1e-5f);
    EXPECT_NEAR(surface_area(mesh.to_triangle_mesh()), 16.0, 1e-4);
}

TEST(EdgeSplit, DividesAreasAsTheyAre) {
    ConnectedMesh mesh(plate(3));
    mesh.faces.set_rule("area", Carry::share);
    auto& area = mesh.faces.table().add<ScalarColumn>("area");
    for (Index f = 0; f < mesh.face_slots(); ++f) area[f] = face_area(mesh, f);
    for (int k = 0; k < 200; ++k)
        split_edge(mesh, static_cast<Index>(random_bits(5, 0, k) % static_cast<std::uint64_t>(mesh.edge_slots())),
                   0.3f + 0.4f * random_unit(5, 1, k));
    for (Index f = 0; f < mesh.face_slots(); ++f)
        EXPECT_NEAR(mesh.faces.table().get<ScalarColumn>("area")[f], face_area(mesh, f), 1e-5f);
}

TEST(EdgeFlip, DoneTwiceGivesTheSameSurface) {
    ConnectedMesh mesh(test::torus());
    const auto faces_of = [](const ConnectedMesh& m) {
        std::set<std::set<Index>> found;
        for (Index f = 0; f < m.face_slots(); ++f) found.insert({m.corners(f)[0], m.corners(f)[1], m.corners(f)[2]});
        return found;
    };
    const auto before = faces_of(mesh);
    ASSERT_TRUE(flip_edge(mesh, 3));
    EXPECT_EQ(check(mesh), "");
    EXPECT_NE(faces_of(mesh), before);
    ASSERT_TRUE(flip_edge(mesh, 3));
    EXPECT_EQ(faces_of(mesh), before);
}

TEST(EdgeFlip, IsRefusedAtBoundariesAndWhereTheOtherDiagonalExists) {
    ConnectedMesh tetrahedron(test::tetrahedron());
    for (Index e = 0; e < tetrahedron.edge_slots(); ++e) EXPECT_FALSE(flip_edge(tetrahedron, e));
    ConnectedMesh mesh(plate(2));
    EXPECT_FALSE(flip_edge(mesh, mesh.edge_between(0, 1)));
    EXPECT_TRUE(flip_edge(mesh, mesh.edge_between(0, 4)));
    EXPECT_GE(mesh.edge_between(1, 3), 0);
    EXPECT_FALSE(flip_edge(mesh, -1));
    EXPECT_EQ(check(mesh), "");
}

TEST(EdgeCollapse, IsRefusedWhereTheLinksMeetElsewhere) {
    ConnectedMesh tetrahedron(test::tetrahedron());
    for (Index e = 0; e < tetrahedron.edge_slots(); ++e) EXPECT_EQ(collapse_edge(tetrahedron, e), -1);
    ConnectedMesh neck(test::torus(3, 8));  // three squares around: its rings are triangles
    EXPECT_EQ(collapse_edge(neck, neck.edge_between(0, 8)), -1);
    ConnectedMesh mesh(plate(1));
    EXPECT_EQ(collapse_edge(mesh, mesh.edge_between(0, 3)), -1);  // from boundary to boundary
    EXPECT_GE(collapse_edge(mesh, mesh.edge_between(0, 1)), 0);
    EXPECT_EQ(check(mesh), "");
    for (Index e = 0; e < mesh.edge_slots(); ++e) EXPECT_EQ(collapse_edge(mesh, e), -1);  // one triangle is left
}

TEST(EdgeCollapse, DoesNotTurnFacesOver) {
    ConnectedMesh mesh(plate(4));
    const Index edge = mesh.edge_between(6, 7);
    CollapseOptions options;
    options.place = Vec3(20.0f, 20.0f, 0.0f);
    options.smallest_cosine = 0.5f;
    EXPECT_EQ(collapse_edge(mesh, edge, options), -1);
    EXPECT_EQ(check(mesh), "");
    options.place = {};
    EXPECT_GE(collapse_edge(mesh, edge, options), 0);
    EXPECT_NEAR(surface_area(mesh.to_triangle_mesh()), 16.0, 1e-5);
}

TEST(EdgeCollapse, BlendsByItsWeight) {
    ConnectedMesh mesh(plate(4));
    auto& f = mesh.vertices.table().add<ScalarColumn>("f");
    const Index edge = mesh.edge_between(6, 7), h = mesh.halfedge(edge);
    f[mesh.from(h)] = 1.0f;
    f[mesh.to(h)] = 5.0f;
    const Index v = collapse_edge(mesh, edge, {.t = 0.25f, .place = {}, .smallest_cosine = {}});
    EXPECT_EQ(v, mesh.from(mesh.outgoing(v)));
    EXPECT_FLOAT_EQ(f[v], 2.0f);
}

}  // namespace
}  // namespace lamella
