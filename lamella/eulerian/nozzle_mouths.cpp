#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/nozzle_mouths.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kBefore = 2.0f;  // cells of pipe, and what is left of the rounding of a mouth on a border of cells
constexpr Real kBehind = 0.501f;

Vec3 place(const GridTiles& grid, Index t, Index c, const Vec3& offset) {
    const Vec3d at = (grid.tiles.first_cell(t) + coordinates_in_tile(c)).cast<double>() + offset.cast<double>();
    return (grid.cell * at).cast<Real>();
}

// The cells whose centres lie in the pipe.
TileField<std::uint8_t> pipe_of(const PlacedNozzle& nozzle, const GridTiles& grid) {
    TileField<std::uint8_t> pipe(grid.tiles, 0);
    const auto cell = static_cast<Real>(grid.cell);
    const Box3 bounds = nozzle.bounds(kBefore * cell, kBehind * cell).padded(cell);
    parallel_for(
        "pipes", grid.tiles.count(),
        [&](Index t) {
            const Vec3 low = cell * grid.tiles.first_cell(t).cast<Real>();
            const Vec3 high = low + Vec3::Constant(cell * kTileWidth);
            if ((high.array() < bounds.min.array()).any() || (low.array() > bounds.max.array()).any()) return;
            for (Index c = 0; c < kTileCells; ++c) {
                const Real behind = nozzle.behind_mouth(place(grid, t, c, Vec3::Constant(0.5f))) / cell;
                pipe.tile(t)[static_cast<std::size_t>(c)] = behind >= -kBefore && behind <= kBehind ? 1 : 0;
            }
        },
        kTileChunk);
    return pipe;
}

void hold(const PlacedNozzle& nozzle, const GridTiles& grid, LiquidCells& cells, FaceField& velocity,
          FaceFlags& known) {
    const TileField<std::uint8_t> pipe = pipe_of(nozzle, grid);
    parallel_for(
        "hold at mouths", grid.tiles.count(),
        [&](Index t) {
            RimmedTile<std::uint8_t, 1> near;
            near.gather(pipe, grid.around[static_cast<std::size_t>(t)], 0);
            if (std::ranges::none_of(near.values, [](std::uint8_t flag) { return flag != 0; })) return;
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (near.values[at]) {
                    cells.liquid.tile(t)[c] = 1;
                    cells.level.tile(t)[c] = -1.0f;
                }
                for (std::size_t a = 0; a < 3; ++a) {
                    if (!near.values[at] && !near.values[at - kAlong[a]]) continue;
                    const Vec3 x = place(grid, t, static_cast<Index>(c), face_offset(static_cast<int>(a)));
                    velocity[a].tile(t)[c] = nozzle.velocity(x)[static_cast<int>(a)];
                    known[a].tile(t)[c] = cells.held[a].tile(t)[c] = 1;
                }
            });
        },
        kTileChunk);
}

}  // namespace

void hold_at_mouths(std::span<const LiquidSource> sources, double time, const GridTiles& grid, LiquidCells& cells,
                    FaceField& velocity, FaceFlags& known) {
    cells.holds = std::ranges::any_of(sources, [&](const LiquidSource& s) { return s.nozzle.jet.open(time); });
    if (!cells.holds) return;
    for (auto& faces : cells.held) faces.assign(grid.tiles, 0);
    for (const LiquidSource& source : sources)
        if (source.nozzle.jet.open(time)) hold(PlacedNozzle(source.nozzle, time), grid, cells, velocity, known);
}

}  // namespace lamella
