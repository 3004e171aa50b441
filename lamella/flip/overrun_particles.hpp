// Particles that bodies have run over. In a step particles keep clear of where a body is expected at its end; what the
// liquid and contacts do to it then takes it elsewhere, at 10 m/s by a cell. What it has in it by then is put before
// its surface, by the distance of the body itself, and loses the velocity that goes into it.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/particles/particle_set.hpp>

namespace lamella {

// `solids` know the tiles of the step and which bodies answer; those with thin walls are left out (swept_contact.hpp).
// Walls have the last word: in a gap that is too narrow a particle stays in the body. Returns how many were moved.
Index put_before_bodies(const SolidGrid& solids, const BodyStates& now, Real least, ParticleSet& particles);

}  // namespace lamella
