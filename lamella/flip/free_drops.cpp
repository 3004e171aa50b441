#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/flip/free_drops.hpp>

namespace lamella {
namespace {

// The links of a tile's liquid cells: one to the cell before along each axis, and one to the solids.
void link_cells(const SolidGrid& solids, const LiquidCells& cells, const TilesAround& around, Index t,
                PoissonCoefficients& links) {
    RimmedTile<std::uint8_t, 1> liquid, held;
    liquid.gather(cells.liquid, around, 0);
    RimmedTile<float, 1> open;
    for (std::size_t a = 0; a < 3; ++a) {
        open.gather(solids.open_share()[a], around, 1.0f);
        if (cells.holds) held.gather(cells.held[a], around, 0);
        const auto free = [&](std::size_t face) {
            return open.values[face] == 1.0f && !(cells.holds && held.values[face]);
        };
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            if (!liquid.values[at]) return;
            if (liquid.values[at - kAlong[a]]) links.low_faces[a].tile(t)[c] = open.values[at] > 0.0f ? 1.0f : 0.0f;
            if (!free(at) || !free(at + kAlong[a])) links.dirichlet.tile(t)[c] = 1.0f;
        });
    }
}

}  // namespace

void FreeDrops::find(const ParticleTiles& tiles, const SolidGrid& solids, const LiquidCells& cells) {
    const ProfileScope scope("free drops");
    links_.assign(tiles.tiles);
    parallel_for(
        "links of cells", tiles.tiles.count(),
        [&](Index t) { link_cells(solids, cells, tiles.around[static_cast<std::size_t>(t)], t, links_); }, kTileChunk);
    system_.assemble(tiles.tiles, links_);
    drops_.find(system_);
}

// In each cell of a free drop that of the drop, elsewhere zero.
TileField<float> FreeDrops::mean_change(const ParticleTiles& tiles, const LiquidCells& cells,
                                        const TileField<float>& fullness, const TileField<float>& before,
                                        const TileField<float>& after, std::size_t axis) const {
    TileField<double> momentum(tiles.tiles, 0.0), mass(tiles.tiles, 0.0);
    parallel_for(
        "changes of momentum", tiles.tiles.count(),
        [&](Index t) {
            const TilesAround& around = tiles.around[static_cast<std::size_t>(t)];
            RimmedTile<float, 1> old, now;
            old.gather(before, around, 0.0f);
            now.gather(after, around, 0.0f);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (!cells.liquid.tile(t)[c]) return;
                const std::size_t high = at + kAlong[axis];
                mass.tile(t)[c] = static_cast<double>(fullness.tile(t)[c]);
                momentum.tile(t)[c] =
                    0.5 * mass.tile(t)[c] *
                    (static_cast<double>(now.values[at]) - old.values[at] + now.values[high] - old.values[high]);
            });
        },
        kTileChunk);
    TileField<double> uneven_momentum = momentum, uneven_mass = mass;
    drops_.remove_means<double>(uneven_momentum.values());
    drops_.remove_means<double>(uneven_mass.values());
    TileField<float> change(tiles.tiles, 0.0f);
    parallel_for(
        "mean changes", tiles.tiles.count(),
        [&](Index t) {
            for (std::size_t c = 0; c < kTileCells; ++c) {
                const double whole = mass.tile(t)[c] - uneven_mass.tile(t)[c];
                if (whole > 0.0)
                    change.tile(t)[c] = static_cast<float>((momentum.tile(t)[c] - uneven_momentum.tile(t)[c]) / whole);
            }
        },
        kTileChunk);
    return change;
}

void FreeDrops::keep_momentum(const ParticleTiles& tiles, const LiquidCells& cells, const TileField<float>& fullness,
                              const FaceField& before, FaceField& velocity) const {
    if (drops_.count() == 0) return;
    for (std::size_t a = 0; a < 3; ++a) {
        const TileField<float> change = mean_change(tiles, cells, fullness, before[a], velocity[a], a);
        parallel_for(
            "keep momentum", tiles.tiles.count(),
            [&](Index t) {
                RimmedTile<float, 1> near;
                near.gather(change, tiles.around[static_cast<std::size_t>(t)], 0.0f);
                for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                    const float own = near.values[at];
                    velocity[a].tile(t)[c] -= own != 0.0f ? own : near.values[at - kAlong[a]];
                });
            },
            kTileChunk);
    }
}

}  // namespace lamella
