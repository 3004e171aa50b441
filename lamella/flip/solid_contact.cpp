#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/solid_slide.hpp>
#include <lamella/flip/contact_sweep.hpp>
#include <lamella/flip/solid_contact.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kRim = 3;  // cells that a particle may have moved

bool touches(const ParticleTiles& tiles, const SolidGrid& solids, Index t, Real distance) {
    const auto values = solids.corner_distance().tile(t);
    const Real across = static_cast<Real>(kRim * tiles.cell);
    return std::ranges::any_of(values, [&](float d) { return d < distance + across; });
}

}  // namespace

Index resolve_solid_contacts(const ParticleTiles& tiles, const SolidGrid& solids, Real least, ParticleSet& particles) {
    const ProfileScope scope("solid contacts");
    return sweep_contacts("solid contacts", tiles, particles, [&](Index t, const auto& each) {
        if (!touches(tiles, solids, t, least)) return;
        const TilesAround& around = tiles.around[static_cast<std::size_t>(t)];
        RimmedTile<float, kRim> rests, moves;
        if (!solids.only_walls()) rests.gather(solids.resting_corner_distance(), around, 0.0f);
        if (solids.moves()) moves.gather(solids.moving_corner_distance(), around, 0.0f);
        each([&](Index, Vec3& position, Vec3& velocity) {
            bool touched = put_before_walls(solids.walls(), least, position, velocity);
            const auto put_before = [&](const RimmedTile<float, kRim>& distance) {
                touched |= put_before_solids(solids, distance, tiles.in_tile(t, position), least, position, velocity);
            };
            if (solids.moves()) put_before(moves);
            if (!solids.only_walls()) put_before(rests);  // in a gap that is too narrow the floor has the last word
            return touched;
        });
    });
}

std::vector<std::uint8_t> near_solids(const ParticleTiles& tiles, const SolidGrid& solids, Real distance,
                                      const ParticleSet& particles) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(particles.size()));
    parallel_for(
        "near solids", tiles.tiles.count(),
        [&](Index t) {
            if (tiles.particles.empty(t) || !touches(tiles, solids, t, distance)) return;
            RimmedTile<float, 1> corners;
            corners.gather(solids.corner_distance(), tiles.around[static_cast<std::size_t>(t)], 0.0f);
            tiles.particles.for_each(t, [&](Index i) {
                const NodePlace place = node_place<1>(tiles.in_tile(t, particles.positions()[i]));
                marks[static_cast<std::size_t>(i)] = interpolate(corners, place) < distance ? 1 : 0;
            });
        },
        kTileChunk);
    return marks;
}

}  // namespace lamella
