// Small liquids for the tests of SPH.
#pragma once

#include <lamella/core/hash.hpp>
#include <lamella/coupling/tension_mesh.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/sph/sph_solver.hpp>

namespace lamella {

// A block of particles on a lattice from the corner of a box of `tank` cells, walls one spacing outside.
inline SphSetup block_in_tank(const Vec3i& block, const Vec3i& tank, Real spacing) {
    SphSetup setup;
    setup.carried_surface = make_tension_mesh;
    setup.spacing = spacing;
    setup.domain.box = {Vec3::Zero(), spacing * tank.cast<Real>()};
    setup.expected_speed = std::sqrt(2.0f * 9.81f * spacing * static_cast<Real>(tank.y()));
    setup.particles.resize(block.prod());
    auto& x = setup.particles.add<Vec3Column>("P");
    Index n = 0;
    for (Index k = -1; k <= tank.z(); ++k)
        for (Index j = -1; j <= tank.y(); ++j)
            for (Index i = -1; i <= tank.x(); ++i) {
                const Vec3i cell(i, j, k);
                const Vec3 p = spacing * (cell.cast<Real>().array() + 0.5f).matrix();
                const bool inside = (cell.array() >= 0).all() && (cell.array() < tank.array()).all();
                if (!inside) setup.walls.push_back(p);
                if (inside && (cell.array() < block.array()).all()) x.set(n++, p);
            }
    return setup;
}

inline std::uint64_t hash_of(const ParticleSet& set) {
    Hasher hasher;
    for (const char* name : {"P", "v"})
        for (int c = 0; c < 3; ++c) hasher.update(set.get<Vec3Column>(name).component(c).span());
    hasher.update(set.get<IndexColumn>("id").span());
    return hasher.digest();
}

}  // namespace lamella
