// A small liquid for tests of solvers.
#pragma once

#include <lamella/matter/liquid_setup.hpp>

namespace lamella {

// Fills a setup with a block of n particles in the corner of a closed box, both in spacings.
inline void fill_with_block(LiquidSetup& setup, const Vec3i& block, const Vec3i& tank, Real spacing) {
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
}

}  // namespace lamella
