// Our own field and the default: the anisotropic kernels of Yu 2011, chapter 4, with what it takes to keep the
// volume. The published method loses 20 to 34 % of a ball of radius 10 d, and no level brings that back; this
// one keeps it within 1 % and is nearly as smooth. docs/surfaces.md derives and measures it.
//
// - centres: moved by what b is off the common shift of their depth (relocation.hpp);
// - axes: roots of normalised eigenvalues, with a floor for thin parts (thin_parts.hpp);
// - volume: d^3 for every particle, so that the integral of phi is the volume of all particles. Densities
//   summed over neighbours (m_j / rho_j in eq. 4.5) inflate whatever has few of them. Where particles were split
//   (particles/mass_units.hpp) neighbours weigh what they have, and a particle has the mean share of its neighbours:
//   its own changes from one to the next and would leave holes beside light ones;
// - bodies: links of at most 1.6 d, followed locally (particles/membership.hpp);
// - at most four neighbours (itself included): a ball of radius 1.2 d. The published 25 tears sheets.
#pragma once

#include <lamella/surface/kernel_set.hpp>
#include <lamella/surface/near_surface.hpp>
#include <lamella/surface/surface_settings.hpp>

namespace lamella {

KernelSet true_volume_kernels(const TrueVolumeParameters& parameters, const ParticleCloud& cloud,
                              const NearSurface& near);

}  // namespace lamella
