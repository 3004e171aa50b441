#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/liquid_cells.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

constexpr int kMostPasses = 64;  // a film under a body twice as wide, in cells, is not reached from its edges

}  // namespace

Real level_of_fullness(Real fullness) {
    const Real f = std::clamp(fullness, 0.0f, 1.0f);
    return f >= 0.5f ? std::sqrt(2.0f - 2.0f * f) - 1.0f : 1.0f - std::sqrt(2.0f * f);
}

Real kernel_room(const RimmedTile<float, 1>& volume, const Vec3i& cell) {
    constexpr std::array kShare{0.125f, 0.75f, 0.125f};
    Real sum = 0.0f;
    for_each_offset([&](Index i, Index j, Index k) {
        sum += kShare[static_cast<std::size_t>(i + 1)] * kShare[static_cast<std::size_t>(j + 1)] *
               kShare[static_cast<std::size_t>(k + 1)] * volume.at(cell.x() + i, cell.y() + j, cell.z() + k);
    });
    return sum;
}

TileField<float> room_for_liquid(const TileSet& tiles, const std::vector<TilesAround>& around,
                                 const SolidGrid& solids) {
    TileField<float> room(tiles, 1.0f);
    parallel_for(
        "room for liquid", tiles.count(),
        [&](Index t) {
            RimmedTile<float, 1> volume;
            volume.gather(solids.open_volume(), around[static_cast<std::size_t>(t)], 1.0f);
            if (std::ranges::all_of(volume.values, [](float share) { return share == 1.0f; })) return;
            for (Index c = 0; c < kTileCells; ++c) {
                const Vec3i at = coordinates_in_tile(c);
                room.tile(t)[static_cast<std::size_t>(c)] = kernel_room(volume, at);
            }
        },
        kTileChunk);
    return room;
}

namespace {

// Calls join(t, its shares, which cells around it were liquid before) for tiles with cut cells; gives how many joined.
template <class Joins>
Index join_beside_liquid(const std::vector<TilesAround>& around, const SolidGrid& solids, LiquidCells& cells,
                         Joins&& joins) {
    const TileField<std::uint8_t> before = cells.liquid;
    std::vector<Index> joined(around.size());
    parallel_for(
        "liquid in cut cells", static_cast<Index>(around.size()),
        [&](Index t) {
            const auto volume = solids.open_volume().tile(t);
            if (std::ranges::none_of(volume, [](float v) { return v < 0.5f; })) return;
            const TilesAround& near = around[static_cast<std::size_t>(t)];
            RimmedTile<std::uint8_t, 1> liquid;
            liquid.gather(before, near, 0);
            std::array<RimmedTile<float, 1>, 3> open;
            for (std::size_t a = 0; a < 3; ++a) open[a].gather(solids.open_share()[a], near, 0.0f);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (cells.liquid.tile(t)[c] || volume[c] >= 0.5f || !joins(t, c)) return;
                bool wet = false;
                for (std::size_t a = 0; a < 3; ++a) {
                    const std::size_t high = at + kAlong[a];
                    wet |= open[a].values[at] > 0.0f && liquid.values[at - kAlong[a]];
                    wet |= open[a].values[high] > 0.0f && liquid.values[high];
                }
                if (!wet) return;
                cells.liquid.tile(t)[c] = 1;
                cells.level.tile(t)[c] = std::min(cells.level.tile(t)[c], -0.5f);
                ++joined[static_cast<std::size_t>(t)];
            });
        },
        kTileChunk);
    return std::reduce(joined.begin(), joined.end());
}

}  // namespace

void join_cells_in_solids(const std::vector<TilesAround>& around, const SolidGrid& solids, LiquidCells& cells) {
    join_beside_liquid(around, solids, cells, [](Index, std::size_t) { return true; });
    if (solids.answering_bodies().empty()) return;
    const TileField<std::uint8_t> gap = solids.gaps(around);
    const auto in_gap = [&](Index t, std::size_t c) { return gap.tile(t)[c] != 0; };
    for (int pass = 0; pass < kMostPasses; ++pass)
        if (join_beside_liquid(around, solids, cells, in_gap) == 0) return;
}

void keep_faces_of_liquid(const std::vector<TilesAround>& around, const LiquidCells& cells, FaceFlags& known) {
    parallel_for(
        "faces of liquid", static_cast<Index>(around.size()),
        [&](Index t) {
            RimmedTile<std::uint8_t, 1> liquid;
            liquid.gather(cells.liquid, around[static_cast<std::size_t>(t)], 0);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                for (std::size_t a = 0; a < 3; ++a)
                    if (!liquid.values[at] && !liquid.values[at - kAlong[a]]) known[a].tile(t)[c] = 0;
            });
        },
        kTileChunk);
}

void forget_closed_faces(const SolidGrid& solids, FaceFlags& known) {
    for (std::size_t a = 0; a < 3; ++a)
        parallel_for(
            "known faces", static_cast<Index>(known[a].values().size() / kTileCells),
            [&](Index t) {
                const auto flags = known[a].tile(t);
                const auto open = solids.open_share()[a].tile(t);
                for (std::size_t c = 0; c < kTileCells; ++c) flags[c] = flags[c] && open[c] > 0.0f ? 1 : 0;
            },
            kTileChunk);
}

void rest_films(const std::vector<TilesAround>& around, const SolidGrid& solids, const Vec3& kick, FaceField& velocity,
                FaceFlags& known) {
    if (solids.answering_bodies().empty()) return;
    const TileField<std::uint8_t> films = solids.films(around);
    parallel_for(
        "films at rest", static_cast<Index>(around.size()),
        [&](Index t) {
            RimmedTile<std::uint8_t, 1> film;
            film.gather(films, around[static_cast<std::size_t>(t)], 0);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                for (std::size_t a = 0; a < 3; ++a) {
                    if (!film.values[at] && !film.values[at - kAlong[a]]) continue;
                    velocity[a].tile(t)[c] = kick[static_cast<int>(a)];
                    known[a].tile(t)[c] = 0;
                }
            });
        },
        kTileChunk);
}

std::vector<PressureSample> pressure_samples(const TileSet& tiles, const LiquidCells& cells, const TileField<float>& q,
                                             double cell, double scale) {
    const auto dx = static_cast<Real>(cell), factor = static_cast<Real>(scale);
    std::vector<PressureSample> samples;
    for (Index t = 0; t < tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            if (!cells.liquid.tile(t)[static_cast<std::size_t>(c)]) continue;
            const Vec3 place = (tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>();
            samples.push_back({dx * (place.array() + 0.5f).matrix(), factor * q.tile(t)[static_cast<std::size_t>(c)]});
        }
    return samples;
}

}  // namespace lamella
