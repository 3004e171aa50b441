// Thin parts that are being torn: the rims of sheets, splashes on walls, strands of two particles.
//
// A kernel of true_volume is as wide as what lies within 4 d of its particle. Where a sheet is ragged that is more than
// what lies within the kernel itself: it spreads over space that has no particles, and the field falls below the level
// between particles that are closer to each other than 1.6 d. Slits open in rims where isotropic kernels show none. The
// field at the particle itself tells: in the middle of a sheet it is three times the level, at its rim 1.4 to 1.7
// times, in a ragged part less. So there a kernel gets more volume,
//
//     V_i <- V_i min(3, 1.6 level / phi(x_i)),   phi from the kernels as they were,
//
// which is what the slits had lost: thin parts as a whole come nearer to their volume (docs/surfaces.md). Only kernels
// that are flat or long; those of a spray are neither.
#pragma once

#include <lamella/surface/kernel_set.hpp>

#include <span>

namespace lamella {

// How much a kernel is one of a thin part, from 0 to 1, by the eigenvalues of the covariance in falling order.
Real thinness(const Vec3d& eigenvalues);

// `thin` tells it of each kernel that is a particle's own.
void fill_torn_parts(const ParticleCloud& cloud, const NearSurface& near, std::span<const Real> thin, Real level,
                     KernelSet& kernels);

}  // namespace lamella
