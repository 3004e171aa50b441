// Particles that a contact puts elsewhere, tile by tile.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/flip/transfer.hpp>

#include <numeric>

namespace lamella {

// Calls contacts(t, each) for the tiles with particles; each(touch) then calls touch(i, position, velocity) for the
// particles of the tile, which says whether it has changed them. Returns how many were.
template <class Contacts>
Index sweep_contacts(const char* label, const ParticleTiles& tiles, ParticleSet& particles, const Contacts& contacts) {
    Vec3Column& x = particles.positions();
    auto& v = particles.get<Vec3Column>("v");
    std::vector<Index> touched(static_cast<std::size_t>(tiles.tiles.count()));
    parallel_for(
        label, tiles.tiles.count(),
        [&](Index t) {
            if (tiles.particles.empty(t)) return;
            contacts(t, [&](const auto& touch) {
                tiles.particles.for_each(t, [&](Index i) {
                    Vec3 position = x[i], velocity = v[i];
                    if (!touch(i, position, velocity)) return;
                    x.set(i, position);
                    v.set(i, velocity);
                    ++touched[static_cast<std::size_t>(t)];
                });
            });
        },
        kTileChunk);
    return std::accumulate(touched.begin(), touched.end(), Index{0});
}

}  // namespace lamella
