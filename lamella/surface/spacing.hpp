// The particle spacing of a frame whose file does not say it.
#pragma once

#include <lamella/particles/particle_set.hpp>

namespace lamella {

enum class SpacingSource { pscale, mass_and_density, positions };

struct SpacingGuess {
    Real spacing = 0.0f;
    SpacingSource source = SpacingSource::positions;
    Real nearest = 0.0f;  // of a guess from positions: the median distance of a particle from the nearest one

    // Of liquid at rest a particle has its nearest neighbour 0.7 to 1 spacings away, of one that was thrown at random
    // 0.55. Where it is much nearer or farther, the particles are no body: a spray, a sheet, a strand, a few drops.
    bool uncertain() const {
        return source == SpacingSource::positions && (nearest < 0.6f * spacing || nearest > 1.5f * spacing);
    }
};

// Twice the median of pscale; else the median of (mass / density)^(1/3); else the spacing of a lattice as
// dense as the particles are deep inside, as a kernel sum sees it. The guess does not depend on the order of the
// particles. An InputError says so when there is nothing to guess from.
SpacingGuess guess_spacing(const ParticleSet& particles);

}  // namespace lamella
