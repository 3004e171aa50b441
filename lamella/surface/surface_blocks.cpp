#include <lamella/core/parallel.hpp>
#include <lamella/surface/surface_blocks.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamella {
namespace {

constexpr Real kSurfaceMargin = 1.5f;  // spacings from the kernels of the outer layer to the end of the blocks
constexpr Real kInsideMargin = 0.9f;   // spacings around other particles that are certainly inside
constexpr Real kDeepRadius = 1.25f;    // the same around deep ones, as a ball

// Adds the keys of the blocks that hold a node of the box, for a grid with its origin at zero.
void add_blocks(const Box3& box, double cell, std::vector<std::uint64_t>& keys) {
    if (box.empty()) return;
    const auto block = [&](double x) { return static_cast<Index>(std::floor(x)) >> 3; };
    const Vec3d low = box.min.cast<double>() / cell;
    const Vec3d high = box.max.cast<double>() / cell;
    for (Index x = block(std::ceil(low.x())); x <= block(high.x()); ++x)
        for (Index y = block(std::ceil(low.y())); y <= block(high.y()); ++y)
            for (Index z = block(std::ceil(low.z())); z <= block(high.z()); ++z) keys.push_back(tile_key({x, y, z}));
}

void sort_unique(std::vector<std::uint64_t>& keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

// The blocks that hold a node of one of the n boxes box_of(i), sorted.
template <class BoxOf>
std::vector<Vec3i> blocks_in_boxes(const char* label, Index n, double cell, BoxOf&& box_of) {
    constexpr std::ptrdiff_t kChunk = 256;
    std::vector<std::vector<std::uint64_t>> parts(static_cast<std::size_t>((n + kChunk - 1) / kChunk));
    parallel_chunks(label, n, kChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        auto& keys = parts[static_cast<std::size_t>(chunk)];
        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) add_blocks(box_of(i), cell, keys);
        sort_unique(keys);
    });
    std::vector<std::uint64_t> keys;
    for (const auto& part : parts) keys.insert(keys.end(), part.begin(), part.end());
    sort_unique(keys);
    std::vector<Vec3i> blocks(keys.size());
    std::transform(keys.begin(), keys.end(), blocks.begin(), tile_of_key);
    return blocks;
}

}  // namespace

SparseGrid blocks_of_surface(const ParticleCloud& cloud, const NearSurface& near, const KernelSet& kernels, double cell,
                             float outside, float inside) {
    const NeighbourGrid& cells = cloud.grid();
    const auto box_of = [&](Index c, bool outer, Real margin) {
        Box3 box;
        const auto [begin, end] = cells.particles_of(c);
        for (Index i = begin; i < end; ++i)
            if (near.outer(i) == outer) box.extend(kernels.centre(i, cloud.positions()));
        return box.padded(margin * cloud.spacing());
    };
    SparseGrid grid(Vec3d::Zero(), cell, outside,
                    blocks_in_boxes("blocks of the surface", static_cast<Index>(near.cells.size()), cell,
                                    [&](Index k) { return box_of(near.cells[k], true, kSurfaceMargin); }));
    grid.add_constant_blocks(blocks_in_boxes("blocks inside", cells.cell_count(), cell,
                                             [&](Index c) { return box_of(c, false, kInsideMargin); }),
                             inside);
    return grid;
}

DeepRows find_deep_rows(const ParticleCloud& cloud, const NearSurface& near, const Vec3d& corner, double cell) {
    DeepRows deep;
    const double d = cloud.spacing();
    const Vec3d last = corner.array() + cell * (SparseGrid::kWidth - 1);
    const Box3 box{corner.cast<Real>(), last.cast<Real>()};
    cloud.grid().for_each_range_in_box(box.padded(kDeepRadius * cloud.spacing()), [&](ParticleRange range) {
        for (Index j = range.begin; j < range.end; ++j)
            if (!near[j])
                deep.mark_ball(((cloud.positions()[j].cast<double>() - corner) / d).cast<Real>(), kDeepRadius,
                               static_cast<Real>(cell / d));
    });
    return deep;
}

}  // namespace lamella
