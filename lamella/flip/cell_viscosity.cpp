#include <lamella/core/parallel.hpp>
#include <lamella/flip/cell_viscosity.hpp>
#include <lamella/particles/mass_units.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kLeastShare = 1e-6f;  // of which the inverse is taken
constexpr float kNoParticles = -1.0f;

void measure_own(const std::vector<Real>& inverse_shares, const ParticleTiles& tiles, const ParticleSet& particles,
                 Index t, std::span<float> shares) {
    const MassShares mass(particles);
    const auto& phase = particles.get<IndexColumn>("phase");
    std::array<Real, kTileCells> masses{}, inverses{};
    tiles.particles.for_each(t, [&](Index i) {
        const Vec3i cell =
            tiles.in_tile(t, particles.positions()[i]).cast<Index>().cwiseMax(0).cwiseMin(kTileWidth - 1);
        const auto c = static_cast<std::size_t>(cell_in_tile(cell.x(), cell.y(), cell.z()));
        masses[c] += mass(i);
        inverses[c] += mass(i) * inverse_shares[static_cast<std::size_t>(phase[i])];
    });
    for (std::size_t c = 0; c < kTileCells; ++c) shares[c] = masses[c] > 0.0f ? masses[c] / inverses[c] : kNoParticles;
}

Real mean_around(const RimmedTile<float, 1>& own, const Vec3i& cell) {
    Real sum = 0.0f, count = 0.0f;
    for_each_offset([&](Index x, Index y, Index z) {
        const Real share = own.at(cell.x() + x, cell.y() + y, cell.z() + z);
        if (share == kNoParticles) return;
        sum += share;
        count += 1.0f;
    });
    return count > 0.0f ? sum / count : 0.0f;
}

}  // namespace

void measure_cell_viscosity(const PhaseMaterials& materials, const ParticleTiles& tiles, const ParticleSet& particles,
                            TileField<float>& shares) {
    std::vector<Real> inverse_shares;
    for (const PhaseMaterial& m : materials)
        inverse_shares.push_back(1.0f / std::max(m.viscosity / largest_viscosity(materials), kLeastShare));
    TileField<float> own(tiles.tiles);
    parallel_for(
        "viscosity of cells", tiles.tiles.count(),
        [&](Index t) { measure_own(inverse_shares, tiles, particles, t, own.tile(t)); }, kTileChunk);
    shares.assign(tiles.tiles, 0.0f);
    parallel_for(
        "viscosity around cells", tiles.tiles.count(),
        [&](Index t) {
            RimmedTile<float, 1> near;
            near.gather(own, tiles.around[static_cast<std::size_t>(t)], kNoParticles);
            for (Index c = 0; c < kTileCells; ++c) {
                const float share = own.tile(t)[static_cast<std::size_t>(c)];
                shares.tile(t)[static_cast<std::size_t>(c)] =
                    share != kNoParticles ? share : mean_around(near, coordinates_in_tile(c));
            }
        },
        kTileChunk);
}

}  // namespace lamella
