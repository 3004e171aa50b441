#include <lamella/core/error.hpp>
#include <lamella/geometry/shapes.hpp>
#include <lamella/tracking/repair/mesh_raster.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TriangleMesh ball(const Vec3& centre, Real radius, Real edge) { return triangulate(SphereShape{centre, radius}, edge); }

TriangleMesh merged(TriangleMesh a, const TriangleMesh& b) {
    const Index n = a.vertex_count();
    a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
    for (const Vec3i& t : b.triangles) a.triangles.emplace_back(t.array() + n);
    return a;
}

template <class F>
void for_each_node(Index reach, F&& f) {
    for (Index x = -reach; x <= reach; ++x)
        for (Index y = -reach; y <= reach; ++y)
            for (Index z = -reach; z <= reach; ++z) f(Vec3i(x, y, z));
}

TEST(MeshRaster, WindsAroundTheInsideOfBalls) {
    const RepairGrid grid(0.1, 0);
    const Vec3 a(0.05f, 0.0f, 0.0f), b(0.6f, 0.1f, -0.2f);
    const ConnectedMesh mesh(merged(ball(a, 0.6f, 0.1f), ball(b, 0.5f, 0.1f)));
    const MeshRaster raster(mesh, grid);
    Index twice = 0;
    for_each_node(20, [&](const Vec3i& node) {
        const Vec3 p = grid.position(node);
        const Real to_a = (p - a).norm() - 0.6f, to_b = (p - b).norm() - 0.5f;
        if (std::abs(to_a) < 0.01f || std::abs(to_b) < 0.01f) return;  // chords
        const Index w = (to_a < 0.0f ? 1 : 0) + (to_b < 0.0f ? 1 : 0);
        EXPECT_EQ(raster.winding(node), w) << node.transpose();
        twice += w == 2;
    });
    EXPECT_GT(twice, 20);
}

TEST(MeshRaster, CrossingsOfAllAxesFitTheWindings) {
    const RepairGrid grid(0.1, 0);
    const ConnectedMesh mesh(merged(ball(Vec3::Zero(), 0.7f, 0.13f), ball({0.5f, 0.3f, 0.1f}, 0.6f, 0.07f)));
    const MeshRaster raster(mesh, grid);
    Index crossed = 0;
    for_each_node(20, [&](const Vec3i& node) {
        bool touches = false;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3i next = node + Vec3i(Vec3i::Unit(axis));
            const Index change = raster.winding(next) - raster.winding(node);
            const Index count = raster.crossings({node, axis});
            EXPECT_GE(count, std::abs(change));
            EXPECT_EQ((count - change) % 2, 0);
            crossed += count;
            touches = touches || count > 0 || raster.crossings({node - Vec3i(Vec3i::Unit(axis)), axis}) > 0;
        }
        EXPECT_EQ(raster.touches_mesh(node), touches);
    });
    EXPECT_GT(crossed, 500);
}

TEST(MeshRaster, SeesDegenerateAndAxisAlignedBodies) {
    // Faces, edges and corners on round numbers; nodes inside and outside are known exactly.
    const RepairGrid grid(0.25, 0);
    const ConnectedMesh mesh(triangulate(BoxShape{Vec3::Constant(-1.0f), Vec3::Constant(1.0f)}, 0.25f));
    const MeshRaster raster(mesh, grid);
    for_each_node(12, [&](const Vec3i& node) {
        const bool inside = grid.position(node).cwiseAbs().maxCoeff() < 1.0f;
        EXPECT_EQ(raster.winding(node), inside ? 1 : 0) << node.transpose();
    });
}

TEST(MeshRaster, KeepsWhatIsNearOnly) {
    const RepairGrid grid(0.02, 0);
    const ConnectedMesh mesh(merged(ball(Vec3::Zero(), 0.5f, 0.02f), ball({100.0f, 0.0f, 0.0f}, 0.2f, 0.02f)));
    const MeshRaster raster(mesh, grid);
    EXPECT_LT(raster.tiles().count(), mesh.vertex_slots() / 8);
    EXPECT_EQ(raster.winding(floor_of(grid.place(Vec3::Zero()))), 1);  // no tile there
    EXPECT_EQ(raster.winding(floor_of(grid.place({0.0f, 0.0f, 7.0f}))), 0);
}

TEST(MeshRaster, RefusesOpenMeshes) {
    TriangleMesh open = ball(Vec3::Zero(), 1.0f, 0.3f);
    open.triangles.pop_back();
    EXPECT_THROW(MeshRaster(ConnectedMesh(open), RepairGrid(0.3, 0)), RunError);
    const ConnectedMesh far(ball({1e6f, 0.0f, 0.0f}, 10.0f, 3.0f));
    EXPECT_THROW(MeshRaster(far, RepairGrid(0.1, 0)), RunError);
}

}  // namespace
}  // namespace lamella
