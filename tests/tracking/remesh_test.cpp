#include "tracking_testing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/tracking/remesh/flip_edges.hpp>
#include <lamella/tracking/remesh/smooth_vertices.hpp>
#include <lamella/tracking/remesh/split_long_edges.hpp>

namespace lamella {
namespace {

using namespace test;

RemeshSettings settings_for(Real edge) {
    RemeshSettings settings;
    settings.edge = edge;
    return settings;
}

std::vector<Index> all_edges(const ConnectedMesh& mesh) {
    std::vector<Index> edges;
    for (Index e = 0; e < mesh.edge_slots(); ++e)
        if (mesh.has_edge(e)) edges.push_back(e);
    return edges;
}

TEST(Remesh, SplitsUntilNoEdgeIsLong) {
    ConnectedMesh mesh = ball(1.0f, 0.5f);
    const Index splits = split_long_edges(mesh, 0.2f, all_edges(mesh));
    EXPECT_GT(splits, 100);
    EXPECT_EQ(check(mesh), "");
    EXPECT_EQ(euler_number(mesh), 2);
    EXPECT_LE(measure_quality(mesh, 0.2f).longest_edge, 0.2f);
}

TEST(Remesh, CollapsesWhatIsShort) {
    ConnectedMesh mesh = ball(1.0f, 0.05f);
    const Index before = measure_quality(mesh, 0.2f).vertices;
    for (int round = 0; round < 6; ++round) remesh(mesh, settings_for(0.2f));
    EXPECT_EQ(check(mesh), "");
    EXPECT_EQ(euler_number(mesh), 2);
    const MeshQuality quality = measure_quality(mesh, 0.2f);
    EXPECT_LT(quality.vertices, before / 4);
    EXPECT_GT(quality.edges_in_range, 0.97);
    EXPECT_GT(quality.smallest_angle, 15.0);
}

TEST(Remesh, FlipsTheLongDiagonal) {
    TriangleMesh plate;
    plate.positions = {{0, 0, 0}, {2, 0.3f, 0}, {4, 0, 0}, {2, -0.3f, 0}};
    plate.triangles = {{0, 2, 1}, {0, 3, 2}};  // the long diagonal, 0 to 2
    ConnectedMesh mesh(plate);
    const Index diagonal = mesh.edge_between(0, 2);
    EXPECT_TRUE(wants_flip(mesh, diagonal, 0.85f));
    EXPECT_EQ(flip_edges(mesh, 0.85f, 3, all_edges(mesh)), 1);
    EXPECT_EQ(mesh.edge_between(0, 2), -1);
    EXPECT_EQ(check(mesh), "");
    mesh.positions[1].z() = mesh.positions[3].z() = 0.0f;
    EXPECT_FALSE(wants_flip(mesh, mesh.edge_between(1, 3), 0.85f));
}

TEST(Remesh, DoesNotFlipAnEdgeOfAFold) {
    TriangleMesh roof;
    roof.positions = {{0, 0, 0}, {2, 0.3f, 0.3f}, {4, 0, 0}, {2, -0.3f, 0.3f}};
    roof.triangles = {{0, 2, 1}, {0, 3, 2}};
    const ConnectedMesh mesh(roof);
    EXPECT_FALSE(wants_flip(mesh, mesh.edge_between(0, 2), 0.85f));
}

// A column that is linear in space stays so: its values follow the vertices along the surface.
TEST(Remesh, SmoothingTakesTheColumnsAlong) {
    TriangleMesh plate;
    for (Index y = 0; y <= 6; ++y)
        for (Index x = 0; x <= 6; ++x)
            plate.positions.emplace_back(static_cast<Real>(x) + (x == 3 && y == 3 ? 0.6f : 0.0f), static_cast<Real>(y),
                                         0);
    for (Index y = 0; y < 6; ++y)
        for (Index x = 0; x < 6; ++x) {
            const Index a = x + 7 * y;
            plate.triangles.emplace_back(a, a + 1, a + 8);
            plate.triangles.emplace_back(a, a + 8, a + 7);
        }
    ConnectedMesh mesh(plate);
    auto& rest = mesh.vertices.table().add<Vec3Column>("rest");
    for (Index v = 0; v < mesh.vertex_slots(); ++v) rest.set(v, mesh.positions[v]);
    std::vector<Index> all;
    for (Index v = 0; v < mesh.vertex_slots(); ++v) all.push_back(v);
    const Vec3 before = mesh.positions[24];
    EXPECT_GT(smooth_vertices(mesh, settings_for(1.0f), all), 10);
    EXPECT_GT((mesh.positions[24] - before).norm(), 0.05f);
    const auto& carried = mesh.vertices.table().get<Vec3Column>("rest");
    for (Index v = 0; v < mesh.vertex_slots(); ++v) EXPECT_LT((carried[v] - mesh.positions[v]).norm(), 2e-6f) << v;
}

TEST(Remesh, ThinCornersAreThoseOfThinTriangles) {
    TriangleMesh plate;
    plate.positions = {{0, 0, 0}, {1, 0, 0}, {0.5f, 0.1f, 0}, {0.5f, -0.9f, 0}};
    plate.triangles = {{0, 1, 2}, {1, 0, 3}};
    const std::vector<Index> corners = thin_corners(ConnectedMesh(plate), 20.0f);
    EXPECT_EQ(corners, (std::vector<Index>{0, 1, 2}));
    EXPECT_TRUE(thin_corners(ConnectedMesh(plate), 10.0f).empty());
}

// The acceptance values of triangles after a shear of 2 pi within the radius, in 200 steps.
TEST(Remesh, ShearedBallKeepsGoodTriangles) {
    const Real edge = 0.0625f;
    ConnectedMesh mesh = ball(1.0f, edge);
    RemeshReport all;
    for (int step = 0; step < 200; ++step) {
        shear(mesh, kTwoPi / 200.0f);
        all += remesh(mesh, settings_for(edge));
    }
    EXPECT_EQ(check(mesh), "");
    EXPECT_EQ(euler_number(mesh), 2);
    EXPECT_EQ(all.pinches, 0);
    const MeshQuality quality = measure_quality(mesh, edge);
    EXPECT_GE(quality.smallest_angle, 12.0);
    EXPECT_GE(quality.low_angle, 20.0);
    EXPECT_LE(quality.thin_share, 0.001);
    EXPECT_GE(quality.shortest_edge, 0.3 * edge);
    EXPECT_LE(quality.longest_edge, 1.5 * edge);
    EXPECT_GE(quality.edges_in_range, 0.98);
}

TEST(Remesh, DoesNotDependOnThreads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        ConnectedMesh mesh = ball(1.0f, 0.1f);
        for (int step = 0; step < 20; ++step) {
            shear(mesh, kTwoPi / 40.0f);
            remesh(mesh, settings_for(0.1f));
        }
        hashes.push_back(hash_of(mesh));
    }
    EXPECT_EQ(hashes[1], hashes[0]);
    EXPECT_EQ(hashes[2], hashes[0]);
}

TEST(Remesh, PatchChangesNothingElsewhere) {
    ConnectedMesh mesh = ball(1.0f, 0.1f);
    const std::vector<Vec3> before = mesh.positions;
    std::vector<Index> patch;
    for (Index v = 0; v < mesh.vertex_slots(); ++v)
        if (mesh.positions[v].z() > 0.8f) patch.push_back(v);
    for (int round = 0; round < 4; ++round) remesh_patch(mesh, settings_for(0.05f), patch);
    EXPECT_EQ(check(mesh), "");
    EXPECT_GT(mesh.vertex_slots(), static_cast<Index>(before.size()));
    for (std::size_t v = 0; v < before.size(); ++v)
        if (before[v].z() < 0.6f) {
            EXPECT_EQ(mesh.positions[v], before[v]);
        }
}

}  // namespace
}  // namespace lamella
