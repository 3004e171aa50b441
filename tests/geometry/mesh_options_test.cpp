#include "test_meshes.hpp"

#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
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

}  // namespace
}  // namespace lamella
