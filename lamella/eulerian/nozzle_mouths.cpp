#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/nozzle_mouths.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kBefore = 2.0f;  // cells of pipe, and what is left of the rounding of a mouth on a border of cells
constexpr Real kBehind = 0.501f;
constexpr Real kBeside = 0.25f;

Vec3 place(const GridTiles& grid, Index t, Index c, const Vec3& offset) {
    const Vec3d at = (grid.tiles.first_cell(t) + coordinates_in_tile(c)).cast<double>() + offset.cast<double>();
    return (grid.cell * at).cast<Real>();
}

// A nozzle in space that may repeat.
struct Pipe {
    const PlacedNozzle& nozzle;
    const PeriodicBox& periodic;
    Box3 bounds;

    // The image of x that is nearest to the pipe.
    Vec3 image(const Vec3& x) const {
        if (!periodic.any()) return x;
        const Vec3 middle = 0.5f * (bounds.min + bounds.max);
        return middle + periodic.nearest(x - middle);
    }
    bool near(const Vec3& low, const Vec3& high) const {
        return periodic.any() ||
               ((high.array() >= bounds.min.array()).all() && (low.array() <= bounds.max.array()).all());
    }
};

// The cells whose centres lie in the pipe or a quarter of a cell beside it.
TileField<std::uint8_t> cells_of(const Pipe& pipe, const GridTiles& grid) {
    TileField<std::uint8_t> held(grid.tiles, 0);
    const auto cell = static_cast<Real>(grid.cell);
    parallel_for(
        "pipes", grid.tiles.count(),
        [&](Index t) {
            const Vec3 low = cell * grid.tiles.first_cell(t).cast<Real>();
            const Vec3 high = low + Vec3::Constant(cell * kTileWidth);
            if (!pipe.near(low, high)) return;
            for (Index c = 0; c < kTileCells; ++c) {
                const Vec3 middle = pipe.image(place(grid, t, c, Vec3::Constant(0.5f)));
                const Real behind = pipe.nozzle.behind_mouth(middle, kBeside * cell) / cell;
                held.tile(t)[static_cast<std::size_t>(c)] = behind >= -kBefore && behind <= kBehind ? 1 : 0;
            }
        },
        kTileChunk);
    return held;
}

void hold(const Pipe& pipe, const GridTiles& grid, LiquidCells& cells, FaceField& velocity, FaceFlags& known) {
    const TileField<std::uint8_t> held = cells_of(pipe, grid);
    parallel_for(
        "hold at mouths", grid.tiles.count(),
        [&](Index t) {
            RimmedTile<std::uint8_t, 1> near;
            near.gather(held, grid.around[static_cast<std::size_t>(t)], 0);
            if (std::ranges::none_of(near.values, [](std::uint8_t flag) { return flag != 0; })) return;
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (near.values[at]) {
                    cells.liquid.tile(t)[c] = 1;
                    cells.level.tile(t)[c] = -1.0f;
                }
                for (std::size_t a = 0; a < 3; ++a) {
                    if (!near.values[at] && !near.values[at - kAlong[a]]) continue;
                    const Vec3 x = place(grid, t, static_cast<Index>(c), face_offset(static_cast<int>(a)));
                    velocity[a].tile(t)[c] = pipe.nozzle.velocity(pipe.image(x))[static_cast<int>(a)];
                    known[a].tile(t)[c] = cells.held[a].tile(t)[c] = 1;
                }
            });
        },
        kTileChunk);
}

}  // namespace

void hold_at_mouths(std::span<const LiquidSource> sources, const PeriodicBox& periodic, double time,
                    const GridTiles& grid, LiquidCells& cells, FaceField& velocity, FaceFlags& known) {
    cells.holds = std::ranges::any_of(sources, [&](const LiquidSource& s) { return s.nozzle.jet.open(time); });
    if (!cells.holds) return;
    for (auto& faces : cells.held) faces.assign(grid.tiles, 0);
    const auto cell = static_cast<Real>(grid.cell);
    for (const LiquidSource& source : sources) {
        if (!source.nozzle.jet.open(time)) continue;
        const PlacedNozzle nozzle(source.nozzle, time);
        const Box3 bounds = nozzle.bounds(kBefore * cell, kBehind * cell).padded(cell);
        hold({nozzle, periodic, bounds}, grid, cells, velocity, known);
    }
}

}  // namespace lamella
