// Small liquids for tests of the FLIP solver.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/flip/flip_solver.hpp>
#include <lamella/matter/sole_solver.hpp>

namespace lamella {

// A block of n particles in the corner of a closed box, both in spacings.
inline FlipSetup block_in_tank(const Vec3i& block, const Vec3i& tank, Real spacing) {
    FlipSetup setup;
    setup.spacing = spacing;
    setup.domain.box = {Vec3::Zero(), spacing * tank.cast<Real>()};
    setup.particles.resize(block.prod());
    auto& x = setup.particles.add<Vec3Column>("P");
    setup.particles.add<Vec3Column>("v");
    setup.particles.add<IndexColumn>("phase");
    for (Index i = 0; i < block.prod(); ++i) {
        const Vec3i at(i % block.x(), i / block.x() % block.y(), i / (block.x() * block.y()));
        x.set(i, spacing * (at.cast<Real>().array() + 0.5f));
    }
    return setup;
}

}  // namespace lamella
