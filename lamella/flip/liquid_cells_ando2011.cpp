#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/flip/liquid_cells_ando2011.hpp>
#include <lamella/particles/mass_units.hpp>

#include <algorithm>
#include <functional>

namespace lamella {
namespace {

constexpr Real kSparse = 0.2f * 8.0f;  // alpha_3 N_0
constexpr Real kKernelCells = 2.0f;    // R = 4 d

Real level_of(Real fullness) {
    const Real f = std::clamp(fullness, 0.0f, 1.0f);
    return f >= 0.5f ? std::sqrt(2.0f - 2.0f * f) - 1.0f : 1.0f - std::sqrt(2.0f * f);
}

// The share of a trilinear kernel at each centre that is not behind walls: 1/8, 3/4, 1/8 of three cells along an axis.
Real open_share_at(const RimmedTile<float, 1>& volume, Index x, Index y, Index z) {
    constexpr std::array kShare{0.125f, 0.75f, 0.125f};
    Real sum = 0.0f;
    for_each_offset([&](Index i, Index j, Index k) {
        sum += kShare[static_cast<std::size_t>(i + 1)] * kShare[static_cast<std::size_t>(j + 1)] *
               kShare[static_cast<std::size_t>(k + 1)] * volume.at(x + i, y + j, z + k);
    });
    return sum;
}

// What the particles of a tile add up to in each cell; those that stand in other cells beside thin walls are left out.
std::array<Real, kTileCells> sums_of_cells(const ParticleTiles& tiles, const ParticleSet& particles, Index t,
                                           const RimmedTile<float, 1>& distance) {
    const MassShares mass(particles);
    const auto& filling = particles.get<ScalarColumn>("filling");
    const Real reach = kKernelCells * static_cast<Real>(tiles.cell);
    std::array<Real, kTileCells> sums{};
    tiles.particles.for_each(t, [&](Index i) {
        const Vec3 at = tiles.in_tile(t, particles.positions()[i]);
        if (tiles.sides.stand(i) == ParticleSides::Stand::in_another_cell) return;
        const NodePlace place = node_place<0>(at);
        const Real share = open_share_of_kernel(interpolate(distance, place) / reach);
        const Index c =
            cell_in_tile(std::clamp(static_cast<Index>(at.x()), 0, 7), std::clamp(static_cast<Index>(at.y()), 0, 7),
                         std::clamp(static_cast<Index>(at.z()), 0, 7));
        sums[static_cast<std::size_t>(c)] += mass(i) * std::min(filling[i] / share, 1.0f);
    });
    return sums;
}

// What is left out there, in the cells where it stands.
TileField<float> sums_beside_thin_walls(const ParticleTiles& tiles, const ParticleSet& particles) {
    TileField<float> sums(tiles.tiles, 0.0f);
    const MassShares mass(particles);
    const auto& filling = particles.get<ScalarColumn>("filling");
    for (const auto& [i, cell] : tiles.sides.guests) {
        const Vec3i tile = tile_of_cell(cell);
        const Index t = tiles.tiles.find(tile);
        if (t < 0) continue;
        const Vec3i in = cell - kTileWidth * tile;
        sums.tile(t)[static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z()))] +=
            mass(i) * std::min(filling[i], 1.0f);
    }
    return sums;
}

// Cells whose centre is in a solid join liquid behind an open face.
void join_cells_in_solids(const ParticleTiles& tiles, const SolidGrid& solids, LiquidCells& cells) {
    const TileField<std::uint8_t> before = cells.liquid;
    parallel_for(
        "liquid in cut cells", tiles.tiles.count(),
        [&](Index t) {
            const auto volume = solids.open_volume().tile(t);
            if (std::ranges::none_of(volume, [](float v) { return v < 0.5f; })) return;
            const TilesAround& around = tiles.around[static_cast<std::size_t>(t)];
            RimmedTile<std::uint8_t, 1> liquid;
            liquid.gather(before, around, 0);
            std::array<RimmedTile<float, 1>, 3> open;
            for (std::size_t a = 0; a < 3; ++a) open[a].gather(solids.open_share()[a], around, 0.0f);
            for (Index c = 0; c < kTileCells; ++c) {
                const auto at = static_cast<std::size_t>(c);
                if (cells.liquid.tile(t)[at] || volume[at] >= 0.5f) continue;
                const Vec3i cell = coordinates_in_tile(c);
                bool wet = false;
                for (int a = 0; a < 3; ++a) {
                    const Vec3i low = cell - Vec3i::Unit(a), high = cell + Vec3i::Unit(a);
                    const auto& faces = open[static_cast<std::size_t>(a)];
                    wet |= faces.at(cell.x(), cell.y(), cell.z()) > 0.0f && liquid.at(low.x(), low.y(), low.z());
                    wet |= faces.at(high.x(), high.y(), high.z()) > 0.0f && liquid.at(high.x(), high.y(), high.z());
                }
                if (!wet) continue;
                cells.liquid.tile(t)[at] = 1;
                cells.level.tile(t)[at] = std::min(cells.level.tile(t)[at], -0.5f);
            }
        },
        kTileChunk);
}

}  // namespace

TileField<float> room_for_liquid(const ParticleTiles& tiles, const SolidGrid& solids) {
    TileField<float> room(tiles.tiles, 1.0f);
    parallel_for(
        "room for liquid", tiles.tiles.count(),
        [&](Index t) {
            RimmedTile<float, 1> volume;
            volume.gather(solids.open_volume(), tiles.around[static_cast<std::size_t>(t)], 1.0f);
            if (std::ranges::all_of(volume.values, [](float share) { return share == 1.0f; })) return;
            for (Index c = 0; c < kTileCells; ++c) {
                const Vec3i at = coordinates_in_tile(c);
                room.tile(t)[static_cast<std::size_t>(c)] = open_share_at(volume, at.x(), at.y(), at.z());
            }
        },
        kTileChunk);
    return room;
}

void keep_faces_of_liquid(const ParticleTiles& tiles, const LiquidCells& cells, FaceFlags& known) {
    parallel_for(
        "faces of liquid", tiles.tiles.count(),
        [&](Index t) {
            RimmedTile<std::uint8_t, 1> liquid;
            liquid.gather(cells.liquid, tiles.around[static_cast<std::size_t>(t)], 0);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                for (std::size_t a = 0; a < 3; ++a)
                    if (!liquid.values[at] && !liquid.values[at - kAlong[a]]) known[a].tile(t)[c] = 0;
            });
        },
        kTileChunk);
}

// The weight in a slice of the kernel at the height z is proportional to (1 - z^2)^2.
Real open_share_of_kernel(Real s) {
    const Real z = std::clamp(s, 0.0f, 1.0f);
    const Real z2 = z * z;
    return (8.0f / 15.0f + z * (1.0f - z2 * (2.0f / 3.0f - 0.2f * z2))) / (16.0f / 15.0f);
}

void find_liquid_cells(const ParticleTiles& tiles, const ParticleSet& particles, const SolidGrid& solids,
                       const TileField<float>& fullness, LiquidCells& cells) {
    const ProfileScope scope("liquid cells");
    cells.liquid.assign(tiles.tiles, 0);
    cells.level.assign(tiles.tiles, 1.0f);
    const bool thin = !tiles.sides.guests.empty();
    const TileField<float> beside = thin ? sums_beside_thin_walls(tiles, particles) : TileField<float>();
    parallel_for(
        "liquid cells", tiles.tiles.count(),
        [&](Index t) {
            const TilesAround& around = tiles.around[static_cast<std::size_t>(t)];
            RimmedTile<float, 1> distance, volume;
            distance.gather(solids.corner_distance(), around, 0.0f);
            volume.gather(solids.open_volume(), around, 1.0f);
            auto sums = sums_of_cells(tiles, particles, t, distance);
            if (thin) std::ranges::transform(sums, beside.tile(t), sums.begin(), std::plus<>());
            const auto liquid = cells.liquid.tile(t);
            for (std::size_t c = 0; c < kTileCells; ++c) {
                const Vec3i at = coordinates_in_tile(static_cast<Index>(c));
                liquid[c] = sums[c] > 0.0f && sums[c] >= kSparse * volume.at(at.x(), at.y(), at.z()) ? 1 : 0;
                const Real open = std::max(open_share_at(volume, at.x(), at.y(), at.z()), 0.125f);
                cells.level.tile(t)[c] = level_of(fullness.tile(t)[c] / open);
            }
        },
        kTileChunk);
    join_cells_in_solids(tiles, solids, cells);
}

}  // namespace lamella
