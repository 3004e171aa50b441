#include "test_meshes.hpp"

#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/mesh_clip.hpp>
#include <lamella/geometry/mesh_parts.hpp>
#include <lamella/geometry/taubin1995.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

TEST(MeshParts, SmallOnesGoAndTheRestStaysWithItsAttributes) {
    TriangleMesh mesh = test::merged(test::sphere(Vec3(5, 0, 0), 0.2f, 0.05f), test::sphere(Vec3::Zero(), 1.0f));
    mesh = test::merged(mesh, test::flipped(test::sphere(Vec3::Zero(), 0.1f, 0.03f)));  // a bubble
    mesh.attributes.resize(mesh.vertex_count());
    auto& x = mesh.attributes.add<ScalarColumn>("x");
    for (Index v = 0; v < mesh.vertex_count(); ++v) x[v] = mesh.positions[v].x();
    TriangleMesh all = mesh;
    remove_small_parts(all, 0.003);
    EXPECT_EQ(check_mesh(all).components, 3);
    remove_small_parts(mesh, 0.1);
    const MeshReport report = check_mesh(mesh);
    EXPECT_EQ(report.components, 1);
    EXPECT_EQ(report.unreferenced_vertices, 0);
    EXPECT_NEAR(report.volume, check_mesh(test::sphere(Vec3::Zero(), 1.0f)).volume, 1e-5);
    for (Index v = 0; v < mesh.vertex_count(); ++v)
        ASSERT_EQ(mesh.attributes.get<ScalarColumn>("x")[v], mesh.positions[v].x());
    remove_small_parts(mesh, 1e9);
    EXPECT_TRUE(mesh.empty());
    EXPECT_EQ(mesh.vertex_count(), 0);
}

TEST(Taubin1995, TakesNoiseAwayAndKeepsTheVolume) {
    TriangleMesh mesh = test::sphere(Vec3(1, 2, 3), 1.0f, 0.05f);
    for (Index v = 0; v < mesh.vertex_count(); ++v)
        mesh.positions[v] += 0.01f * random_in_cube(1, 0, static_cast<std::uint64_t>(v));
    const auto roughness = [&] {
        double squares = 0;
        for (const Vec3& p : mesh.positions) squares += std::pow((p - Vec3(1, 2, 3)).norm() - 1.0, 2);
        return std::sqrt(squares / mesh.vertex_count());
    };
    const double before = roughness();
    const double volume = check_mesh(mesh).volume;
    taubin_smooth(mesh, 10);
    EXPECT_LT(roughness(), 0.5 * before);
    EXPECT_NEAR(check_mesh(mesh).volume / volume, 1.0, 0.003);
}

TEST(MeshClip, KeepsWhatIsInTheBoxAndIsOpenThere) {
    TriangleMesh mesh = test::sphere(Vec3::Zero(), 1.0f, 0.1f);
    mesh.attributes.resize(mesh.vertex_count());
    auto& x = mesh.attributes.add<ScalarColumn>("x");
    for (Index v = 0; v < mesh.vertex_count(); ++v) x[v] = mesh.positions[v].x();
    const double whole = check_mesh(mesh).area;
    clip_to_box(mesh, {Vec3(-2, 0, -2), Vec3(2, 2, 0.5f)}, 1e-4f);
    const MeshReport report = check_mesh(mesh, 1e-12);
    EXPECT_GT(report.boundary_edges, 0);
    EXPECT_TRUE(report.manifold());
    EXPECT_TRUE(report.oriented());
    EXPECT_EQ(report.degenerate_triangles, 0);
    EXPECT_EQ(report.unreferenced_vertices, 0);
    EXPECT_EQ(report.euler_characteristic, 1);       // a disc
    EXPECT_NEAR(report.area / whole, 0.375, 0.005);  // a quarter and half of the zone of height 1/2: Archimedes
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        ASSERT_GE(mesh.positions[v].y(), 0.0f);
        ASSERT_LE(mesh.positions[v].z(), 0.5f);
        ASSERT_NEAR(mesh.attributes.get<ScalarColumn>("x")[v], mesh.positions[v].x(), 2e-4f);
    }
}

TEST(MeshClip, LeavesAMeshWithinTheBoxAndNothingOfOneOutside) {
    TriangleMesh mesh = test::sphere(Vec3::Zero(), 1.0f, 0.1f);
    const TriangleMesh before = mesh;
    clip_to_box(mesh, {Vec3::Constant(-2), Vec3::Constant(2)}, 1e-4f);
    EXPECT_EQ(mesh.positions, before.positions);
    EXPECT_EQ(mesh.triangles, before.triangles);
    clip_to_box(mesh, {Vec3::Constant(2), Vec3::Constant(3)}, 1e-4f);
    EXPECT_TRUE(mesh.empty());
    EXPECT_TRUE(mesh.positions.empty());
}

}  // namespace
}  // namespace lamella
