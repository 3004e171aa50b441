#include "test_operations.hpp"

#include <lamella/geometry/boundary_loops.hpp>
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/connected/face_replacement.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>

#include <gtest/gtest.h>

#include <set>

namespace lamella {
namespace {

using namespace test;

TEST(FaceReplacement, CutsAndClosesAHole) {
    ConnectedMesh mesh(test::sphere(Vec3::Zero(), 1.0f, 0.4f));
    add_data(mesh);
    const Index v = 7;
    std::vector<Index> gone;
    std::vector<Index> ring = mesh.neighbours(v);
    mesh.for_each_outgoing(v, [&](Index h) { gone.push_back(mesh.face(h)); });
    std::vector<Index> rim;
    for (std::size_t k = 0; k < ring.size(); ++k)
        rim.push_back(mesh.edge_between(ring[k], ring[(k + 1) % ring.size()]));
    ASSERT_TRUE(replace_faces(mesh, gone, {}));
    EXPECT_EQ(check(mesh), "");
    ASSERT_EQ(boundary_loops(mesh).size(), 1u);
    EXPECT_EQ(boundary_loops(mesh)[0].size(), ring.size());
    EXPECT_EQ(mesh.outgoing(v), -1);
    std::vector<NewFace> cap;
    for (std::size_t k = 1; k + 1 < ring.size(); ++k) cap.push_back({{ring[0], ring[k], ring[k + 1]}, gone[0]});
    ASSERT_TRUE(replace_faces(mesh, {}, cap));
    EXPECT_EQ(check(mesh), "");
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_EQ(euler_characteristic(mesh), 2);
    EXPECT_EQ(mesh.faces.table().get<IndexColumn>("label")[mesh.face_slots() - 1], 7);
    for (std::size_t k = 0; k < ring.size(); ++k)
        EXPECT_EQ(mesh.edge_between(ring[k], ring[(k + 1) % ring.size()]), rim[k]);
    compact(mesh);
    EXPECT_EQ(check(mesh), "");
}

TEST(FaceReplacement, JoinsPartsAndMakesHandles) {
    const auto tube = [](const ConnectedMesh& mesh, Index f, Index g) {
        const Vec3i a = mesh.corners(f), b = mesh.corners(g);
        std::vector<NewFace> faces;
        for (int k = 0; k < 3; ++k) {
            const Index a0 = a[k], a1 = a[(k + 1) % 3], b0 = b[(3 - k) % 3], b1 = b[(5 - k) % 3];
            faces.push_back({{a0, a1, b0}, f});
            faces.push_back({{b0, a1, b1}, f});
        }
        return faces;
    };
    ConnectedMesh mesh(test::merged(test::sphere(Vec3::Zero(), 1.0f, 0.4f), test::sphere({3, 0, 0}, 1.0f, 0.4f)));
    EXPECT_EQ(euler_characteristic(mesh), 4);
    const Index last = mesh.face_slots() - 1;
    ASSERT_TRUE(replace_faces(mesh, std::vector<Index>{0, last}, tube(mesh, 0, last)));
    EXPECT_EQ(check(mesh), "");
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_EQ(euler_characteristic(mesh), 2);
    const Index f = last / 4, g = last - last / 4;
    ASSERT_TRUE(replace_faces(mesh, std::vector<Index>{f, g}, tube(mesh, f, g)));
    EXPECT_EQ(check(mesh), "");
    EXPECT_EQ(euler_characteristic(mesh), 0);
}

TEST(FaceReplacement, RefusesWhatWouldNotBeManifoldAndChangesNothing) {
    ConnectedMesh mesh(plate(3));
    const auto before = mesh.to_triangle_mesh().triangles;
    const Index lone = mesh.add_vertex({5, 5, 5}), other = mesh.add_vertex({6, 5, 5});
    const std::vector<Index> none, one{0};
    const auto refused = [&](std::span<const Index> gone, const std::vector<NewFace>& made) {
        EXPECT_FALSE(replace_faces(mesh, gone, made));
        EXPECT_EQ(check(mesh), "");
        EXPECT_EQ(mesh.to_triangle_mesh().triangles, before);
    };
    refused(none, {{{0, 1, lone}, -1}});      // runs with the boundary, not against it
    refused(none, {{{5, 0, lone}, -1}});      // a third face at an inner edge
    refused(none, {{{0, lone, other}, -1}});  // a second fan at a corner
    refused(none, {{{0, 0, lone}, -1}});
    refused(none, {{{0, 1, 99}, -1}});
    refused(none, {{{0, lone, 1}, 9999}});
    refused(none, {{{0, lone, 1}, -1}, {{0, lone, 1}, -1}});
    refused(std::vector<Index>{0, 0}, {});
    refused(std::vector<Index>{99}, {});
    refused(one, {{{0, 1, 5}, -1}, {{0, 5, 1}, -1}});
    EXPECT_TRUE(replace_faces(mesh, none, std::vector<NewFace>{{{1, 0, lone}, -1}}));
    EXPECT_EQ(check(mesh), "");
}

TEST(FaceReplacement, RandomHolesOpenAndClose) {
    ConnectedMesh mesh(test::torus());
    Index done = 0;
    for (std::uint64_t k = 0; k < 300; ++k) {
        std::set<Index> faces;
        for (std::uint64_t n = 0; n < 1 + k % 6; ++n)
            faces.insert(static_cast<Index>(random_bits(9, n, k) % static_cast<std::uint64_t>(mesh.face_slots())));
        std::vector<Index> gone;
        std::vector<NewFace> back;
        for (const Index f : faces) {
            if (!mesh.has_face(f)) continue;
            gone.push_back(f);
            back.push_back({mesh.corners(f), f});
        }
        if (!replace_faces(mesh, gone, {})) continue;
        ++done;
        ASSERT_EQ(check(mesh), "") << k;
        ASSERT_TRUE(replace_faces(mesh, {}, back));
        ASSERT_EQ(check(mesh), "") << k;
        ASSERT_TRUE(is_closed(mesh));
        if (k % 50 == 0) compact(mesh);
    }
    EXPECT_GT(done, 200);
    EXPECT_EQ(euler_characteristic(mesh), 0);
}

}  // namespace
}  // namespace lamella
