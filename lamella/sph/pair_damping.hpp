// A viscosity along the line of each pair, in the form of Monaghan 1992 for approaching and separating pairs alike,
//
//     a_i = sum_j V 10 nu (v_ij . x_ij) / (r^2 + 0.01 h^2) grad W_ij,
//
// whose shear viscosity is nu (Monaghan 2005, section 4.5). It takes away the swinging of pairs that an attraction sets
// off, and keeps momentum and angular momentum.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

// Adds to the column `acceleration`; nu in m^2/s.
void add_pair_damping(SphLiquid& liquid, Real nu);

}  // namespace lamella
