// Small liquids for tests of the FLIP solver.
#pragma once

#include "../matter/block_of_particles.hpp"

#include <lamella/core/random.hpp>
#include <lamella/flip/flip_solver.hpp>
#include <lamella/matter/sole_solver.hpp>

namespace lamella {

// A block of n particles in the corner of a closed box, both in spacings.
inline FlipSetup block_in_tank(const Vec3i& block, const Vec3i& tank, Real spacing) {
    FlipSetup setup;
    fill_with_block(setup, block, tank, spacing);
    return setup;
}

}  // namespace lamella
