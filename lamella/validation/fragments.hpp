// The pieces of a liquid: what hangs together by links of at most 1.5 spacings (the diagonal of a lattice cell's face
// is 1.41).
#pragma once

#include <lamella/sph/sph_solver.hpp>

namespace lamella {

struct Fragments {
    explicit Fragments(const SphLiquid& liquid);
    // Of any liquid, with links of this length. Numbers are those of its sorted particles.
    Fragments(ParticleSet particles, Real link);

    std::vector<Index> of;     // for each particle
    std::vector<Index> sizes;  // particles in each fragment
    Index largest = 0;         // its number

    // The share of the particles that are in specks: fragments too small for a drop, fewer than 10 particles.
    double share_in_specks() const;
    // How many fragments are no specks.
    double beside_specks() const;

private:
    void number(const NeighbourGrid& grid, const Neighbours& neighbours, Real link);
};

}  // namespace lamella
