// The volume that the default surface of particles encloses.
#pragma once

#include <lamella/particles/particle_set.hpp>

namespace lamella {

double mesh_volume(const ParticleSet& particles, Real spacing);

}  // namespace lamella
