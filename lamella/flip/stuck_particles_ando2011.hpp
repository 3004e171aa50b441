// Liquid that splitting traps on obstacles (Ando, Tsuruno 2011, section 4.3 and figure 7). A particle is stuck where
// its surroundings are sparse and the cell above or below it is solid,
//
//     rho_i < a14 rho0,   a14 = 0.2,
//
// and goes to a random place in the deep liquid. Departures: the floor of the domain holds nothing up; deep is a
// filling of 0.9 and more, and the particle takes the velocity of the one that it comes to lie beside; the paper
// removes children at once, here they go the same way and collapse there (eq. 15), which gives their mass back.
// Momentum is not kept, and mass jumps: it is off by default.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/flip/transfer.hpp>

namespace lamella {

// The rows of the stuck particles; reads `filling`. Up is against gravity, along the axis nearest to it;
// without gravity nothing hangs.
std::vector<Index> stuck_particles(const ParticleTiles& tiles, const SolidGrid& solids, const Vec3& gravity,
                                   const ParticleSet& particles);

// Moves them, if there is deep liquid; the places are a function of ids and time. Returns how many.
Index reposition_stuck_particles(const ParticleTiles& tiles, const SolidGrid& solids, const Vec3& gravity, Real spacing,
                                 double time, ParticleSet& particles);

}  // namespace lamella
