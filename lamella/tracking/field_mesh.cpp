#include <lamella/surface/marching_cubes.hpp>
#include <lamella/tracking/field_mesh.hpp>

namespace lamella {

TriangleMesh extract_mesh(const LevelField& phi, const Box3& box, Real cell) {
    std::vector<Vec3i> blocks;
    const Vec3i last = (box.size() / (static_cast<Real>(kTileWidth) * cell)).array().ceil().cast<Index>();
    for (Index x = 0; x <= last.x(); ++x)
        for (Index y = 0; y <= last.y(); ++y)
            for (Index z = 0; z <= last.z(); ++z) blocks.emplace_back(x, y, z);
    const Vec3d corner = box.min.cast<double>() - cell * Vec3d(0.377, 0.413, 0.291);  // on no round number
    SparseGrid grid(corner, cell, -1.0f, blocks);
    std::vector<Vec3> points(static_cast<std::size_t>(kTileCells));
    std::vector<LevelSample> samples(points.size());
    for (Index b = 0; b < grid.block_count(); ++b) {
        const Vec3i first = kTileWidth * grid.block(b);
        for (Index k = 0; k < kTileCells; ++k)
            points[k] = grid.node_position(first + coordinates_in_tile(k)).cast<Real>();
        phi.evaluate(points, samples);
        for (Index k = 0; k < kTileCells; ++k) grid.values(b)[k] = samples[k].value;
    }
    return marching_cubes(grid, 0.0f);
}

}  // namespace lamella
