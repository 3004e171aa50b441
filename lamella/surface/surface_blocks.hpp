// Where a field has to be known: the blocks of a sparse grid around the outer layer of particles, and which
// of their nodes lie deep inside.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/grid/sparse_grid.hpp>
#include <lamella/surface/deep_rows.hpp>
#include <lamella/surface/kernel_set.hpp>
#include <lamella/surface/near_surface.hpp>

namespace lamella {

// An empty grid: stored blocks around the outer layer, constant ones with the value `inside` where the rest of
// the particles are. Nodes without a block lie outside.
SparseGrid blocks_of_surface(const ParticleCloud& cloud, const NearSurface& near, const KernelSet& kernels, double cell,
                             float outside, float inside);

// The rows of the block at `corner` that lie deep inside.
DeepRows find_deep_rows(const ParticleCloud& cloud, const NearSurface& near, const Vec3d& corner, double cell);

// Calls f(corner, deep rows, nodes) for every stored block of the grid, in parallel, and then gives the nodes
// of its deep rows the value `inside`. `make` makes what one thread needs for a run of blocks.
template <class Make>
void for_each_surface_block(const char* label, const ParticleCloud& cloud, const NearSurface& near, SparseGrid& grid,
                            float inside, Make&& make) {
    parallel_chunks(label, grid.block_count(), 8, [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
        auto f = make();
        for (auto b = static_cast<Index>(begin); b < static_cast<Index>(end); ++b) {
            if (!grid.stored(b)) continue;
            const Vec3d corner = grid.node_position(SparseGrid::kWidth * grid.block(b));
            const DeepRows deep = find_deep_rows(cloud, near, corner, grid.cell());
            f(corner, deep, grid.values(b));
            deep.fill(inside, grid.values(b));
        }
    });
}

}  // namespace lamella
