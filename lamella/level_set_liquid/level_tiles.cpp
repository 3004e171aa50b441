#include <lamella/level_set_liquid/level_tiles.hpp>

namespace lamella {

LevelTiles::LevelTiles(TileSet set, bool is_slab) : tiles(std::move(set)), around(tiles.surroundings()), slab(is_slab) {
    if (!slab) return;
    for (TilesAround& near : around)
        for_each_offset([&](Index x, Index y, Index z) {
            near[static_cast<std::size_t>(around_index(x, y, z))] =
                near[static_cast<std::size_t>(around_index(x, y, 0))];
        });
}

TileSet tiles_below(const LevelTiles& tiles, const TileField<float>& phi, float level, Index reach) {
    std::vector<Vec3i> found;
    for (Index t = 0; t < tiles.tiles.count(); ++t) {
        Vec3i low = Vec3i::Constant(kTileWidth), high = Vec3i::Constant(-1);
        const auto values = phi.tile(t);
        for (Index c = 0; c < kTileCells; ++c) {
            if (!(values[static_cast<std::size_t>(c)] < level)) continue;
            low = low.cwiseMin(coordinates_in_tile(c));
            high = high.cwiseMax(coordinates_in_tile(c));
        }
        if (high.x() < 0) continue;
        for_each_offset([&](Index x, Index y, Index z) {
            const Vec3i offset(x, y, z);
            if (tiles.slab && z != 0) return;
            bool reached = true;
            for (int a = 0; a < 3; ++a)
                reached &= (offset[a] >= 0 || low[a] < reach) && (offset[a] <= 0 || high[a] + reach >= kTileWidth);
            if (reached) found.push_back(tiles.tiles.tile(t) + offset);
        });
    }
    return TileSet(found);
}

}  // namespace lamella
