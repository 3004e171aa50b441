#include "tracking_testing.hpp"

#include <lamella/geometry/mesh_check.hpp>
#include <lamella/tracking/remesh/pinch_neck.hpp>

namespace lamella {
namespace {

using namespace test;

// Until the neck is cut, at most so many steps.
RemeshReport draw_thin(ConnectedMesh& mesh, const RemeshSettings& settings, int steps) {
    RemeshReport all;
    for (int step = 0; step < steps && all.pinches == 0; ++step) {
        for (Vec3& p : mesh.positions) {
            const Real near_neck = std::exp(-4.0f * p.x() * p.x());
            p.y() *= 1.0f - 0.06f * near_neck;
            p.z() *= 1.0f - 0.06f * near_neck;
        }
        all += remesh(mesh, settings);
        EXPECT_EQ(check(mesh), "") << step;
    }
    return all;
}

TEST(PinchNeck, CutsAThinNeckIntoBodies) {
    ConnectedMesh mesh = dumbbell(0.35f, 0.15f);
    RemeshSettings settings;
    settings.edge = 0.15f;
    for (int k = 0; k < 3; ++k) remesh(mesh, settings);
    const RemeshReport all = draw_thin(mesh, settings, 60);
    EXPECT_GE(all.pinches, 1);
    const Index bodies = check_mesh(mesh.to_triangle_mesh()).components;  // with what is cut off at both ends
    EXPECT_EQ(bodies, 1 + all.pinches);
    EXPECT_EQ(euler_number(mesh), 2 * bodies);
}

TEST(PinchNeck, DoesNotWhereItIsSwitchedOff) {
    ConnectedMesh mesh = dumbbell(0.35f, 0.15f);
    RemeshSettings settings;
    settings.edge = 0.15f;
    settings.pinch_ring = 0.0f;
    EXPECT_EQ(draw_thin(mesh, settings, 60).pinches, 0);
    EXPECT_EQ(check_mesh(mesh.to_triangle_mesh()).components, 1);
}

// Rings around vertices of valence three are no necks: a ball that is resampled at once to a third of its vertices
// stays one body.
TEST(PinchNeck, LeavesABallWhole) {
    ConnectedMesh mesh = ball(1.0f, 0.08f);
    RemeshSettings settings;
    settings.edge = 0.3f;
    RemeshReport all;
    for (int round = 0; round < 5; ++round) all += remesh(mesh, settings);
    EXPECT_GT(all.collapses, 1000);
    EXPECT_EQ(all.pinches, 0);
    EXPECT_EQ(euler_number(mesh), 2);
}

// What the vertices carry is copied to both sides.
TEST(PinchNeck, CopiesTheColumns) {
    // A prism of three sides, refined along its length: every cross-section is a ring of three.
    TriangleMesh prism;
    const Index sections = 9;
    for (Index s = 0; s < sections; ++s)
        for (Index k = 0; k < 3; ++k) {
            const Real angle = kTwoPi * static_cast<Real>(k) / 3.0f;
            prism.positions.emplace_back(static_cast<Real>(s), 0.3f * std::cos(angle), 0.3f * std::sin(angle));
        }
    for (Index s = 0; s + 1 < sections; ++s)
        for (Index k = 0; k < 3; ++k) {
            const Index a = 3 * s + k, b = 3 * s + (k + 1) % 3;
            prism.triangles.emplace_back(a, b + 3, a + 3);
            prism.triangles.emplace_back(a, b, b + 3);
        }
    prism.triangles.emplace_back(0, 2, 1);
    const Index last = 3 * (sections - 1);
    prism.triangles.emplace_back(last, last + 1, last + 2);
    ConnectedMesh mesh(prism);
    auto& rest = mesh.vertices.table().add<Vec3Column>("rest");
    for (Index v = 0; v < mesh.vertex_slots(); ++v) rest.set(v, mesh.positions[v]);
    const Index edge = mesh.edge_between(12, 13);
    EXPECT_FALSE(pinch_neck(mesh, edge, 0.5f));  // it is 1.56 around
    ASSERT_TRUE(pinch_neck(mesh, edge, 2.0f));
    EXPECT_EQ(check(mesh), "");
    EXPECT_EQ(euler_number(mesh), 4);
    ASSERT_EQ(mesh.vertex_slots(), 30);
    const auto& carried = mesh.vertices.table().get<Vec3Column>("rest");
    for (Index k = 0; k < 3; ++k) {
        EXPECT_EQ(carried[27 + k].x(), 4.0f);
        EXPECT_GT(std::abs(mesh.positions[27 + k].x() - mesh.positions[12].x()), 0.05f);
    }
}

}  // namespace
}  // namespace lamella
