// What the tests of surfaces share.
#pragma once

#include <lamella/core/hash.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>

#include <gtest/gtest.h>

namespace lamella {

// Closed, oriented, 2-manifold, without duplicate or degenerate triangles (area under 1e-10 cell^2).
inline MeshReport expect_sound(const TriangleMesh& mesh, double cell) {
    MeshReport report = check_mesh(mesh, 1e-10 * cell * cell);
    EXPECT_TRUE(report.closed());
    EXPECT_TRUE(report.manifold());
    EXPECT_TRUE(report.oriented());
    EXPECT_EQ(report.duplicate_triangles, 0);
    EXPECT_EQ(report.degenerate_triangles, 0);
    return report;
}

inline std::uint64_t bits_of(const TriangleMesh& mesh) {
    Hasher hasher;
    hasher.update(mesh.positions.data(), mesh.positions.size() * sizeof(Vec3));
    hasher.update(mesh.triangles.data(), mesh.triangles.size() * sizeof(Vec3i));
    for (const char* name : {"N", "v"})
        if (const auto* column = mesh.attributes.find<Vec3Column>(name))
            for (int a = 0; a < 3; ++a) hasher.update(column->component(a).span());
    return hasher.digest();
}

// All blocks with coordinates in [first, last]^3.
inline std::vector<Vec3i> cube_of_blocks(Index first, Index last) {
    std::vector<Vec3i> blocks;
    for (Index x = first; x <= last; ++x)
        for (Index y = first; y <= last; ++y)
            for (Index z = first; z <= last; ++z) blocks.push_back({x, y, z});
    return blocks;
}

// Sets every node of the grid to f(node).
template <class F>
void fill_nodes(SparseGrid& grid, F&& f) {
    for (Index b = 0; b < grid.block_count(); ++b)
        for (Index n = 0; n < SparseGrid::kNodes; ++n)
            grid.values(b)[static_cast<std::size_t>(n)] =
                f(Vec3i(SparseGrid::kWidth * grid.block(b) + Vec3i(n % 8, n / 8 % 8, n / 64)));
}

}  // namespace lamella
