// Which particles lie in which tiles of the grid.
#pragma once

#include <lamella/grid/tile_set.hpp>
#include <lamella/particles/neighbour_grid.hpp>

namespace lamella {

// The tiles that hold a cell within `reach` cells of a particle's cell; they repeat as the cells do.
TileSet tiles_near_particles(const NeighbourGrid& cells, Index reach);

// The particles of a tile are 64 ranges, one for each row of its cells along x.
class TileParticles {
public:
    TileParticles(const NeighbourGrid& cells, const TileSet& tiles);

    // Calls f(i) for the particles of tile t, in their order.
    template <class F>
    void for_each(Index t, F&& f) const {
        for (Index row = 0; row < kRows; ++row) {
            const auto [begin, end] = rows_[static_cast<std::size_t>(t * kRows + row)];
            for (Index i = begin; i < end; ++i) f(i);
        }
    }
    bool empty(Index t) const { return counts_[static_cast<std::size_t>(t)] == 0; }

private:
    static constexpr Index kRows = kTileWidth * kTileWidth;

    std::vector<ParticleRange> rows_;
    std::vector<Index> counts_;
};

}  // namespace lamella
