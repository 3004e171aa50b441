// The sums that every pressure solver is made of:
//
//     a_i    = - (sum_j V (p_i + p_j) grad W_ij + sum_b V_b p_i grad W_ib) / rho0          pressure_acceleration
//     D_i(u) =   sum_j V (u_i - u_j) . grad W_ij + sum_b V_b (u_i - u_b) . grad W_ib       rate_of_density
//
// D(v) is the rate of rho / rho0 when the particles move with v. The two are adjoint, so pressure does no
// work that the density does not answer for; momentum is exchanged in pairs along the line between them.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

// sum_j V grad W_ij + sum_b V_b grad W_ib: 0 where the neighbourhood is full.
Vec3 gradient_of_one(const SphLiquid& liquid, Index i);

// The liquid must carry p.
Vec3 pressure_acceleration(const SphLiquid& liquid, Index i);

// D_i(u), u_b being the velocity of the solids.
Real rate_of_density(const SphLiquid& liquid, const QuadArray& u, Index i);

// A lattice at rest has this diagonal S: the first sum below vanishes in it. The diagonal of a particle is the
// number S_i in rho0 D_i(a) = - S_i p_i + (terms of the neighbours' p), kept in liquid.response:
//
//     S_i = |sum_j V grad W_ij + sum_b V_b grad W_ib|^2 + sum_j |V grad W_ij|^2.
//
// Bender and Koschier 2015, eq. 9, have its inverse as their factor alpha.
Real lattice_diagonal(const SphLiquid& liquid);

// The largest ratio of -rho0 D(a(p)) to S p on that lattice, over all waves p = exp(i k x):
//
//     max over k of |sum_j grad W_ij sin(k x_ij)|^2 / sum_j |grad W_ij|^2.
//
// A step of Jacobi with the relaxation omega converges where omega times this is below 2. It grows with the support
// (2.8 at 2 spacings, 4.4 at 2.5, 7.5 at 3): one omega for all diverges.
Real largest_lattice_ratio(const SphLiquid& liquid);

}  // namespace lamella
