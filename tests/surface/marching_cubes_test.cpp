#include "surface_testing.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/surface/marching_cubes.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kPi = std::numbers::pi;

// Radius minus distance on the smallest cube of blocks around the ball.
SparseGrid ball(const Vec3d& centre, double radius, double cell) {
    const auto reach = static_cast<Index>((centre.cwiseAbs().maxCoeff() + radius) / (8 * cell)) + 1;
    SparseGrid grid(Vec3d::Zero(), cell, -1.0f, cube_of_blocks(-reach, reach));
    fill_nodes(grid,
               [&](const Vec3i& n) { return static_cast<float>(radius - (grid.node_position(n) - centre).norm()); });
    return grid;
}

SparseGrid noise(std::uint64_t seed, Index last_block) {
    SparseGrid grid(Vec3d::Zero(), 1.0, -1.0f, cube_of_blocks(0, last_block));
    fill_nodes(grid, [&](const Vec3i& n) {
        return random_unit(seed, 0, static_cast<std::uint64_t>(n.x() + 1000 * (n.y() + 1000 * n.z()))) - 0.5f;
    });
    return grid;
}

TEST(MarchingCubes, BallIsASphere) {
    const double cell = 0.05;
    const Vec3d centre(0.03, -0.11, 0.07);
    const TriangleMesh mesh = marching_cubes(ball(centre, 1.0, cell), 0.0f);
    const MeshReport report = expect_sound(mesh, cell);
    EXPECT_EQ(report.euler_characteristic, 2);
    for (const Vec3& p : mesh.positions) ASSERT_NEAR((p.cast<double>() - centre).norm(), 1.0, 0.5 * cell * cell);
}

TEST(MarchingCubes, VolumeAndAreaConvergeWithOrderTwo) {
    const auto errors = [](double cell) {
        const MeshReport report = check_mesh(marching_cubes(ball(Vec3d(0.013, 0.007, -0.021), 1.0, cell), 0.0f));
        return std::pair{4 * kPi / 3 - report.volume, 4 * kPi - report.area};
    };
    const auto [coarse_volume, coarse_area] = errors(0.1);
    const auto [fine_volume, fine_area] = errors(0.05);
    EXPECT_NEAR(coarse_volume / fine_volume, 4.0, 0.3);  // positive: the mesh is inscribed and faces outward
    EXPECT_NEAR(coarse_area / fine_area, 4.0, 0.3);
    EXPECT_LT(fine_volume, 0.01);
}

TEST(MarchingCubes, NoiseWithEveryAmbiguousCaseIsManifold) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const TriangleMesh mesh = marching_cubes(noise(seed, 2), 0.1f * static_cast<float>(seed) - 0.15f);
        EXPECT_GT(mesh.triangle_count(), 20000);
        expect_sound(mesh, 1.0);
    }
}

TEST(MarchingCubes, NoiseOnScatteredBlocksIsManifold) {
    std::vector<Vec3i> blocks;
    for (std::uint64_t i = 0; i < 40; ++i)
        blocks.push_back((3.0f * random_in_cube(7, 0, i)).array().floor().cast<Index>());
    SparseGrid grid(Vec3d::Zero(), 1.0, -1.0f, blocks);
    fill_nodes(grid, [&](const Vec3i& n) { return random_unit(1, 1, tile_key(n)) - 0.4f; });
    expect_sound(marching_cubes(grid, 0.0f), 1.0);
}

TEST(MarchingCubes, ValuesExactlyOnTheLevelGiveNoDegenerateTriangles) {
    SparseGrid grid(Vec3d::Zero(), 0.1, -1.0f, cube_of_blocks(0, 1));
    fill_nodes(grid, [](const Vec3i& n) { return static_cast<float>(random_bits(3, 0, tile_key(n)) % 3) - 1.0f; });
    expect_sound(marching_cubes(grid, 0.0f), 0.1);
    expect_sound(marching_cubes(grid, 1.0f), 0.1);
}

TEST(MarchingCubes, FarFromTheOriginVerticesStayApart) {
    SparseGrid grid(Vec3d(1e4, -1e4, 131072.0), 0.5, -1.0f, cube_of_blocks(0, 0));
    fill_nodes(grid, [](const Vec3i& n) { return static_cast<float>(random_bits(4, 0, tile_key(n)) % 3) - 1.0f; });
    expect_sound(marching_cubes(grid, 0.0f), 0.5);
}

TEST(MarchingCubes, NonFiniteValuesKeepTheMeshClosed) {
    SparseGrid grid = noise(9, 0);
    grid.values(0)[100] = std::numeric_limits<float>::quiet_NaN();
    grid.values(0)[200] = std::numeric_limits<float>::infinity();
    grid.values(0)[300] = -std::numeric_limits<float>::infinity();
    expect_sound(marching_cubes(grid, 0.0f), 1.0);
}

TEST(MarchingCubes, OneInsideNodeAtABlockCornerIsAnOctahedron) {
    SparseGrid grid(Vec3d::Zero(), 1.0, 0.0f, std::vector<Vec3i>{{0, 0, 0}});
    grid.values(0)[0] = 1.0f;
    const MeshReport report = expect_sound(marching_cubes(grid, 0.5f), 1.0);
    EXPECT_EQ(report.vertices, 6);
    EXPECT_EQ(report.triangles, 8);
    EXPECT_NEAR(report.volume, 4.0 / 3.0 * 0.125, 1e-6);
}

TEST(MarchingCubes, EmptyAndFullGrids) {
    EXPECT_TRUE(marching_cubes(SparseGrid(), 0.5f).empty());
    EXPECT_TRUE(marching_cubes(SparseGrid(Vec3d::Zero(), 1.0, 0.0f, cube_of_blocks(0, 1)), 0.5f).empty());
    EXPECT_THROW(marching_cubes(SparseGrid(Vec3d::Zero(), 1.0, 1.0f, cube_of_blocks(0, 1)), 0.5f), RunError);
}

TEST(MarchingCubes, SameBitsForAnyNumberOfThreads) {
    const SparseGrid grid = noise(5, 3);
    const auto run = [&](int threads) {
        const ThreadLimit limit(threads);
        return bits_of(marching_cubes(grid, 0.0f));
    };
    const std::uint64_t one = run(1);
    EXPECT_EQ(run(2), one);
    EXPECT_EQ(run(3), one);
}

}  // namespace
}  // namespace lamella
