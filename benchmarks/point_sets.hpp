// The point sets that published libraries were measured on.
#pragma once

#include <lamella/particles/particle_set.hpp>

namespace lamella {

// n^3 points of a lattice of unit spacing, each coordinate moved by up to 0.2; in lattice order.
ParticleSet jittered_lattice(Index n);

// A pool with waves, a ball above it and a thin crown around the ball, in the unit cube at spacing 1 / n.
ParticleSet pool_drop_crown(Index n);

}  // namespace lamella
