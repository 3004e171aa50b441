// Particle sets whose surface is known, at the spacing 1, each coordinate moved by up to 0.2.
#pragma once

#include <lamella/particles/particle_set.hpp>

#include <cstdint>

namespace lamella {

ParticleSet shell_ball(Real radius, std::uint64_t seed);    // in concentric layers
ParticleSet lattice_ball(Real radius, std::uint64_t seed);  // a cubic lattice cut by a sphere: it has terraces

// 26 x 10 x 26 around the vertical through the origin, its surface at y = 0; tilted: the lattice turned by
// 0.37 about z, cut by the same box.
ParticleSet pool(std::uint64_t seed);
ParticleSet tilted_pool(std::uint64_t seed);

ParticleSet cube(Index edge, std::uint64_t seed);  // around the origin

// Around the origin, normal to y.
ParticleSet sheet(Real spacing, std::uint64_t seed);  // one layer, that far apart within it
ParticleSet slab(Index layers, std::uint64_t seed);

// One layer bent into waves, three particles of ten missing: a sheet that is being torn.
ParticleSet torn_sheet(std::uint64_t seed);

// Along x, in one plane.
ParticleSet strand(Index across, std::uint64_t seed);

// Along x; `side` x `side` particles across.
ParticleSet filament(Index side, std::uint64_t seed);

// Two slabs of six layers with their surfaces at y = +- gap / 2, joined at one end on request: a fold.
ParticleSet two_slabs(Real gap, bool joined, std::uint64_t seed);

}  // namespace lamella
