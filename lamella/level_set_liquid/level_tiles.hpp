// The tiles of a level set, and what moves its fields from one set of tiles to the next. Lengths are in cells, values
// stand at the centres of cells, a place in a tile is measured from its lowest corner.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/grid/tile_field.hpp>

namespace lamella {

struct LevelTiles {
    LevelTiles() = default;
    // A slab is one tile thick and repeats along z: for what happens in a plane.
    explicit LevelTiles(TileSet set, bool is_slab = false);

    TileSet tiles;
    std::vector<TilesAround> around;
    bool slab = false;

    const TilesAround& near(Index t) const { return around[static_cast<std::size_t>(t)]; }
};

// The field on other tiles: a tile that was there keeps its values, a new one has `missing`.
template <class T>
TileField<T> on_tiles(const TileField<T>& field, const TileSet& before, const TileSet& now, T missing) {
    TileField<T> result(now, missing);
    parallel_for(
        "fields on new tiles", now.count(),
        [&](Index t) {
            const Index from = before.find(now.tile(t));
            if (from >= 0) std::ranges::copy(field.tile(from), result.tile(t).begin());
        },
        kTileChunk);
    return result;
}

// The tiles that hold a cell within `reach` (at most 8) cells, along each axis, of one whose value is below `level`.
TileSet tiles_below(const LevelTiles& tiles, const TileField<float>& phi, float level, Index reach);

}  // namespace lamella
