#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/liquid_cells.hpp>
#include <lamella/flip/liquid_cells_ando2011.hpp>
#include <lamella/particles/mass_units.hpp>

#include <algorithm>
#include <functional>

namespace lamella {
namespace {

constexpr Real kSparse = 0.2f * 8.0f;  // alpha_3 N_0
constexpr Real kKernelCells = 2.0f;    // R = 4 d

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

}  // namespace

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
                const Real open = std::max(kernel_room(volume, at), 0.125f);
                cells.level.tile(t)[c] = level_of_fullness(fullness.tile(t)[c] / open);
            }
        },
        kTileChunk);
    join_cells_in_solids(tiles.around, solids, cells);
}

}  // namespace lamella
