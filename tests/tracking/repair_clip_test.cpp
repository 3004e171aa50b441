#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/geometry/shapes.hpp>
#include <lamella/tracking/repair/region_clip.hpp>
#include <lamella/tracking/repair/region_fill.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

struct ClippedBall {
    explicit ClippedBall(const Vec3& centre, Real radius, Real edge)
        : mesh(triangulate(SphereShape{centre, radius}, edge)), grid(edge, 0) {
        auto& rest = mesh.vertices.table().add<Vec3Column>("rest");
        for (Index v = 0; v < mesh.vertex_slots(); ++v) rest.set(v, mesh.positions[v]);
        before = enclosed_volume(mesh.to_triangle_mesh());
        const MeshRaster raster(mesh, grid);
        const Vec3i top = floor_of(grid.place(centre + Vec3(0.3f, 0.9f, 0.31f).normalized() * radius));
        for_each_offset([&](Index x, Index y, Index z) {
            if (x + y + z < 3) region.add(top + Vec3i(x, y, z));
        });
        RegionClip clip(mesh, raster, grid, origins);
        clip.cut(region);
        found = clip.find_rim(region, inside, rim);
        for (const Index f : inside)
            for (int k = 0; k < 3; ++k) {
                const Vec3d p = clip.place(mesh.corners(f)[k]);
                bool in = false;
                for (Index x = -1; x <= 0; ++x)
                    for (Index y = -1; y <= 0; ++y)
                        for (Index z = -1; z <= 0; ++z) {
                            const Vec3i cell = floor_of(p);
                            const Vec3i beside(on_plane(p.x()) ? x : 0, on_plane(p.y()) ? y : 0,
                                               on_plane(p.z()) ? z : 0);
                            in = in || region.has(cell + beside);
                        }
                strays += in ? 0 : 1;
            }
    }

    ConnectedMesh mesh;
    RepairGrid grid;
    CellRegion region;
    std::vector<RepairOrigin> origins;
    std::vector<Index> inside;
    std::vector<RimEdge> rim;
    double before = 0.0;
    Index strays = 0;  // corners of inner faces that lie in no cell of the region
    bool found = false;
};

TEST(RegionClip, CutsAlongTheFacesOfCells) {
    ClippedBall clipped(Vec3::Zero(), 1.0f, 0.1f);
    ASSERT_TRUE(clipped.found);
    EXPECT_EQ(check(clipped.mesh), "");
    EXPECT_GT(clipped.inside.size(), 10u);
    EXPECT_GT(clipped.rim.size(), 10u);
    EXPECT_EQ(clipped.strays, 0);
    EXPECT_NEAR(enclosed_volume(clipped.mesh.to_triangle_mesh()), clipped.before, 1e-5 * clipped.before);
    const auto& rest = clipped.mesh.vertices.table().get<Vec3Column>("rest");
    for (Index v = 0; v < clipped.mesh.vertex_slots(); ++v)
        EXPECT_LT((rest[v] - clipped.mesh.positions[v]).norm(), 1e-5f);
    for (const RepairOrigin& origin : clipped.origins) {
        EXPECT_EQ(origin.count, 2);
        EXPECT_FLOAT_EQ(origin.weights[0] + origin.weights[1], 1.0f);
    }
}

TEST(RegionClip, IsExactFarFromTheOrigin) {
    // Float positions are 8e-4 edges apart here.
    ClippedBall clipped({100.0f, -100.0f, 100.0f}, 0.1f, 0.01f);
    ASSERT_TRUE(clipped.found);
    EXPECT_EQ(clipped.strays, 0);
    EXPECT_EQ(check(clipped.mesh), "");
}

}  // namespace
}  // namespace lamella
