// Forces of mesh vertices are handed to the particles around them, by the transpose of a kernel mean:
//
//     f_i = sum_j s_ji F_j,   s_ji = W_ij / sum_i W_ij,   W = (1 - r^2/h^2)^3, h = 2 d.
//
// Yu 2011, eq. 5.3, divides by the sum over the vertices near a particle instead, so that each particle within the
// support gets the full curvature, however many share it: the pressure jump then grows with the support, forces do not
// sum to zero, and drops swing 1.3 times too slowly. Here each vertex gives away its force once: the sum is exact. (By
// weights that are exact for linear motions, as in particle_moves.hpp, the outer layer would be crushed.)
//
// Forces arrive at the means of the particles, a depth b below the surface (0.59 d at h = 2.5 d, 0.46 d at 2 d). On a
// drop that swings in the mode l = 2 with velocities linear in place, the power sum F . v(x - b n) is that at the
// surface times 1 + b / R, to first order in b; periods are shorter by b / 2R. So the support is short.
//
// A vertex without a particle within the support gives its force to the nearest one.
#pragma once

#include <lamella/particles/particle_set.hpp>

#include <span>

namespace lamella {

// On the particles, in their order.
Vec3Column forces_on_particles(const Vec3Column& particles, std::span<const Vec3> vertices,
                               std::span<const Vec3d> forces, Real spacing);

}  // namespace lamella
