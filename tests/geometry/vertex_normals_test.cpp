#include "test_meshes.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/geometry/vertex_normals.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(VertexNormals, OfASpherePointOutward) {
    const TriangleMesh mesh = test::sphere({1, 2, 3}, 2.0f, 0.1f);
    const auto normals = compute_vertex_normals(mesh);
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3 radial = (mesh.positions[v] - Vec3(1, 2, 3)) / 2.0f;
        EXPECT_GT(normals[v].dot(radial), 0.999f);
        EXPECT_NEAR(normals[v].norm(), 1.0f, 1e-6f);
    }
}

TEST(VertexNormals, OfABoxCornerDoNotDependOnItsTriangulation) {
    const TriangleMesh mesh = triangulate(BoxShape{}, 1.0f);
    const auto normals = compute_vertex_normals(mesh);
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3 diagonal = (mesh.positions[v] - Vec3::Constant(0.5f)).normalized();
        EXPECT_LT((normals[v] - diagonal).norm(), 1e-6f);
    }
}

TEST(VertexNormals, AreZeroWithoutATriangle) {
    TriangleMesh mesh = test::tetrahedron();
    mesh.positions.emplace_back(5.0f, 5.0f, 5.0f);
    mesh.triangles.emplace_back(4, 4, 0);
    EXPECT_EQ(compute_vertex_normals(mesh)[4], Vec3::Zero());
}

TEST(VertexNormals, BecomeTheAttributeN) {
    TriangleMesh mesh = test::tetrahedron();
    add_vertex_normals(mesh);
    EXPECT_EQ(mesh.attributes.size(), 4);
    EXPECT_LT((mesh.attributes.get<Vec3Column>("N")[0] + Vec3::Constant(1.0f).normalized()).norm(), 1e-6f);
}

TEST(VertexNormals, SameBitsForAnyThreadCount) {
    const TriangleMesh mesh = test::sphere(Vec3::Zero(), 1.0f, 0.03f);
    std::vector<Vec3> reference;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        const auto normals = compute_vertex_normals(mesh);
        if (threads == 1) reference = normals;
        EXPECT_EQ(normals, reference);
    }
}

}  // namespace
}  // namespace lamella
