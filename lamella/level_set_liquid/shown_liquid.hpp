// The particles by which frames, probes and foam see a level set: one at each place of a lattice of half a cell that is
// inside, with the liquid's velocity there, and the drops of its spray.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/level_set_liquid/level_set.hpp>
#include <lamella/level_set_liquid/spray.hpp>

namespace lamella {

// P, v, id (their place in this list, not kept from frame to frame), phase, density and pscale.
ParticleSet shown_liquid(const LevelSet& level_set, const FaceField& velocity, const SolidGrid& solids,
                         const Spray& spray, Real density);

}  // namespace lamella
