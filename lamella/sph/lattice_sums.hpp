// What the kernel sums to on a cubic lattice: the two constants that make a block of particles at rest
// between walls have the density rho0 to the bit of the method's own quadrature, and what a layer has of it.
#pragma once

#include <lamella/sph/sph_kernel.hpp>

namespace lamella {

struct LatticeSums {
    // spacing^3 times the sum of W over an infinite lattice: 1 for an exact kernel sum.
    Real density = 1.0f;

    // gamma in V_b = gamma / sum_b' W (boundary_akinci2012.hpp): makes one flat layer of boundary
    // particles weigh as much as all the lattice layers that it stands for.
    Real wall = 1.0f;

    // The density of a flat layer alone, over that of the lattice. A surface has (1 + layer) / 2.
    Real layer = 1.0f;
};

LatticeSums lattice_sums(Real spacing, const SphKernel& W);

}  // namespace lamella
