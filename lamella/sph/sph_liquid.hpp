// The liquid that all pressure solvers and forces of SPH work on: particles in cell order, their
// neighbours, the solids near them, and the constants of the discretisation.
#pragma once

#include <lamella/particles/kernels.hpp>
#include <lamella/particles/neighbours.hpp>
#include <lamella/sph/boundary_akinci2012.hpp>
#include <lamella/sph/lattice_sums.hpp>

namespace lamella {

// Columns: P, v, id, phase, density, and the scratch columns that a method adds.
struct SphLiquid {
    SphLiquid(Real spacing_, Real support_, Real density_, const PeriodicBox& box, std::vector<BoundaryBody> bodies)
        : spacing(spacing_),
          support(support_),
          rest_density(density_),
          mass(density_ * spacing_ * spacing_ * spacing_),
          sums(lattice_sums(spacing_, support_)),
          grid(support_, box),
          boundary(std::move(bodies), spacing_, support_, box) {}

    const Vec3Column& positions() const { return particles.positions(); }
    Index size() const { return particles.size(); }

    // Brings particles and solids into order at the time t and finds who is near whom.
    void find_neighbours(double t);

    // rho_i = sum_j m W_ij + sum_b rho0 V_b W_ib, over the lattice sum of W (Yu 2011 eq. 3.20; Akinci 2012
    // eq. 6); the division makes a lattice at rest have rho0 at any support.
    void compute_density();

    Real spacing;
    Real support;       // h: the kernel is zero from here on
    Real rest_density;  // rho0
    Real mass;          // of a particle: rho0 spacing^3
    LatticeSums sums;
    ParticleSet particles;
    NeighbourGrid grid;
    Neighbours neighbours;
    BoundaryAkinci2012 boundary;
};

}  // namespace lamella
