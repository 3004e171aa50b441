// Marching cubes of an analytic field, as a start and as a reference.
#pragma once

#include "analytic_bodies.hpp"

#include <lamella/geometry/mesh_check.hpp>
#include <lamella/surface/marching_cubes.hpp>

namespace lamella::test {

inline TriangleMesh extract(const LevelField& phi, const Box3& box, Real cell) {
    std::vector<Vec3i> blocks;
    const Vec3i size = (box.size() / (8.0f * cell)).array().ceil().cast<Index>();
    for (Index x = 0; x <= size.x(); ++x)
        for (Index y = 0; y <= size.y(); ++y)
            for (Index z = 0; z <= size.z(); ++z) blocks.emplace_back(x, y, z);
    // The grid of a repair is another one.
    const Vec3d origin = box.min.cast<double>() - cell * Vec3d(0.377, 0.413, 0.291);
    SparseGrid grid(origin, cell, -1.0f, blocks);
    for (Index b = 0; b < grid.block_count(); ++b) {
        std::vector<Vec3> points;
        for (Index k = 0; k < kTileCells; ++k)
            points.push_back(
                grid.node_position(Vec3i(kTileWidth * grid.block(b) + coordinates_in_tile(k))).cast<Real>());
        std::vector<LevelSample> samples(points.size());
        phi.evaluate(points, samples);
        for (Index k = 0; k < kTileCells; ++k) grid.values(b)[k] = samples[k].value;
    }
    return marching_cubes(grid, 0.0f);
}

// The nodes of a coarse grid in a box: places to watch for births.
inline std::vector<Vec3> places_in(const Box3& box, Real spacing) {
    std::vector<Vec3> places;
    for (Real x = box.min.x(); x < box.max.x(); x += spacing)
        for (Real y = box.min.y(); y < box.max.y(); y += spacing)
            for (Real z = box.min.z(); z < box.max.z(); z += spacing) places.emplace_back(x, y, z);
    return places;
}

}  // namespace lamella::test
