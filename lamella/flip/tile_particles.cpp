#include <lamella/core/parallel.hpp>
#include <lamella/flip/tile_particles.hpp>

#include <algorithm>

namespace lamella {

TileSet tiles_near_particles(const NeighbourGrid& cells, Index reach) {
    std::vector<Vec3i> tiles;
    Vec3i last_low = Vec3i::Constant(kTileReach), last_high = last_low;
    for (Index c = 0; c < cells.cell_count(); ++c) {
        const Vec3i cell = cells.key(c).coordinates();
        const Vec3i low = tile_of_cell(cell.array() - reach), high = tile_of_cell(cell.array() + reach);
        if (low == last_low && high == last_high) continue;
        for (Index z = low.z(); z <= high.z(); ++z)
            for (Index y = low.y(); y <= high.y(); ++y)
                for (Index x = low.x(); x <= high.x(); ++x) tiles.emplace_back(x, y, z);
        last_low = low;
        last_high = high;
    }
    Vec3i period;
    for (int a = 0; a < 3; ++a) period[a] = cells.wrap_count(a) / kTileWidth;
    return TileSet(tiles, period);
}

TileParticles::TileParticles(const NeighbourGrid& cells, const TileSet& tiles)
    : rows_(static_cast<std::size_t>(tiles.count() * kRows)), counts_(static_cast<std::size_t>(tiles.count())) {
    parallel_for(
        "particles of tiles", tiles.count(),
        [&](Index t) {
            const Vec3i first = tiles.first_cell(t);
            Index cell = 0;
            for (Index row = 0; row < kRows; ++row) {
                const Vec3i at = first + Vec3i(0, row % kTileWidth, row / kTileWidth);
                cell = cells.first_cell_from(CellKey(at), cell);
                const Index end = cells.first_cell_from(CellKey(at + Vec3i(kTileWidth, 0, 0)), cell);
                ParticleRange& range = rows_[static_cast<std::size_t>(t * kRows + row)];
                if (cell < end) range = {cells.particles_of(cell).begin, cells.particles_of(end - 1).end};
                counts_[static_cast<std::size_t>(t)] += range.end - range.begin;
                cell = end;
            }
        },
        kTileChunk);
}

}  // namespace lamella
