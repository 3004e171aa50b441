#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/bvh.hpp>
#include <lamella/surface/level_set/distance_band.hpp>

#include <vector>

namespace lamella {
namespace {

constexpr double kTriangle = 1.8;  // cells from any point of a triangle to its corners

Vec3i block_at(const Vec3d& node) { return (node / double{SparseGrid::kWidth}).array().floor().cast<Index>(); }

// With nodes within the band around a vertex of the mesh.
std::vector<Vec3i> blocks_near(const SparseGrid& phi, const TriangleMesh& mesh) {
    const double reach = double{kBandCells} + kTriangle;
    std::vector<Vec3i> blocks;
    for (const Vec3& vertex : mesh.positions) {
        const Vec3d node = (vertex.cast<double>() - phi.origin()) / phi.cell();
        const Vec3i low = block_at(node.array() - reach), high = block_at(node.array() + reach);
        for (Index z = low.z(); z <= high.z(); ++z)
            for (Index y = low.y(); y <= high.y(); ++y)
                for (Index x = low.x(); x <= high.x(); ++x)
                    if (const Vec3i block(x, y, z); blocks.empty() || blocks.back() != block) blocks.push_back(block);
    }
    return blocks;
}

// Blocks of the field that lie inside as a whole, farther than the band from the mesh.
std::vector<Vec3i> deep_blocks(const SparseGrid& phi, float level, const SparseGrid& near) {
    std::vector<Vec3i> blocks;
    for (Index b = 0; b < phi.block_count(); ++b)
        if (near.find(phi.block(b)) < 0 && phi.values(b).front() >= level) blocks.push_back(phi.block(b));
    return blocks;
}

}  // namespace

SparseGrid distance_band(const SparseGrid& phi, float level, const TriangleMesh& mesh) {
    const ProfileScope scope("distance band");
    const auto band = kBandCells * static_cast<Real>(phi.cell());
    SparseGrid distance(phi.origin(), phi.cell(), band, blocks_near(phi, mesh));
    const Bvh triangles(mesh);
    parallel_for(
        "distances from the mesh", distance.block_count(),
        [&](Index b) {
            const Vec3i corner = SparseGrid::kWidth * distance.block(b);
            const auto values = distance.values(b);
            for (Index n = 0; n < SparseGrid::kNodes; ++n) {
                const Vec3i node = corner + coordinates_in_tile(n);
                const ClosestPoint closest =
                    triangles.closest_point(distance.node_position(node).cast<Real>(), double{band});
                const Real length = closest.found() ? std::min(closest.distance(), band) : band;
                values[static_cast<std::size_t>(n)] = phi.value(node) >= level ? -length : length;
            }
        },
        1);
    distance.add_constant_blocks(deep_blocks(phi, level, distance), -band);
    return distance;
}

}  // namespace lamella
