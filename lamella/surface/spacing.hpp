// The particle spacing of a frame whose file does not say it.
#pragma once

#include <lamella/particles/particle_set.hpp>

namespace lamella {

enum class SpacingSource { pscale, mass_and_density, positions };

struct SpacingGuess {
    Real spacing = 0.0f;
    SpacingSource source = SpacingSource::positions;
};

// Twice the median of pscale; else the median of (mass / density)^(1/3); else the spacing of a lattice as
// dense as the particles are deep inside, as a kernel sum sees it. The guess does not depend on the order of the
// particles. An InputError says so when there is nothing to guess from.
SpacingGuess guess_spacing(const ParticleSet& particles);

}  // namespace lamella
