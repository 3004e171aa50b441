// The anisotropic kernels of Yu 2011, "Surface Representation of Particle Based Fluids", chapter 4:
//
//     w_ij = 1 - (r_ij / R)^3, R = 2 h, same component only              (4.8, 4.14)
//     x_i  <- (1 - lambda) x_i + lambda sum_j w_ij x_j / sum_j w_ij      (4.3)
//     C_i  = sum_j w_ij (x_j - mean)(x_j - mean)^T / sum_j w_ij          (4.6, 4.7)
//     axes = h k_s diag(s1, max(s2, s1/k_r), max(s3, s1/k_r)), or h k_n where N <= N_eps   (4.12, 4.13)
//
// Departures. k_s has the dimension 1/length^2; the printed 1400 holds for one scene, so it is derived: deep
// inside C = 0.15 R^2 I, hence k_s = 1 / (0.15 R^2), and a scene scaled by 1000 gives the scaled mesh. The
// volume is m / rho_0 instead of m / rho_j, which inflates thin parts. The link of section 4.3 is 1.6 d
// instead of the average spacing, which shatters every jittered body. The early stop at 0.2 is left out: it
// moves the surface by up to 0.09 d.
#pragma once

#include <lamella/surface/kernel_set.hpp>
#include <lamella/surface/near_surface.hpp>
#include <lamella/surface/surface_settings.hpp>

namespace lamella {

// Kernels for all particles of `all`; those that the test of section 4.5 finds deep inside stay balls.
KernelSet yu2011_kernels(const Yu2011Parameters& parameters, const ParticleCloud& cloud, const NearSurface& all);

}  // namespace lamella
