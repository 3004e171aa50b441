// The isotropic field of Mueller, Charypar, Gross 2003, "Particle-based fluid simulation for interactive
// applications", as Yu 2011 writes it (eq. 4.1):
//
//     phi(x) = sum_j V_j W(|x - x_j|, h),   W the cubic spline of unit integral, zero at h.
//
// Eq. 4.1 has V_j = m_j / rho_j. With densities summed over neighbours that inflates every surface (the
// outer layer reads 0.8 of the rest density), so V_j = d^3, the volume at rest: phi is then 1 deep inside
// and 1/2 on a flat surface, which is the default level.
//
// At that level a single particle vanishes (phi(x_j) = 0.32 for h = 2 d) and a stretched sheet tears.
// `keep_drops` gives particles with few neighbours more volume: exactly enough for a ball of volume d^3
// around a single particle, nothing where the neighbourhood is that of a flat surface or denser.
#pragma once

#include <lamella/surface/kernel_set.hpp>
#include <lamella/surface/near_surface.hpp>
#include <lamella/surface/surface_settings.hpp>

namespace lamella {

KernelSet mueller2003_kernels(const Mueller2003Parameters& parameters, const ParticleCloud& cloud,
                              const NearSurface& near);

}  // namespace lamella
