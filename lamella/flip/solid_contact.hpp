// Particles and solids: particles that come too near are put back in front.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/flip/transfer.hpp>

namespace lamella {

// Particles nearer than `least` to a solid are put there, and lose the velocity that goes into it. They may have moved
// since the tiles were made. Returns how many.
Index resolve_solid_contacts(const ParticleTiles& tiles, const SolidGrid& solids, Real least, ParticleSet& particles);

// Marks the particles that are nearer than `distance` to a solid.
std::vector<std::uint8_t> near_solids(const ParticleTiles& tiles, const SolidGrid& solids, Real distance,
                                      const ParticleSet& particles);

}  // namespace lamella
