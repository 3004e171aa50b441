// The kernels of a field as points that other programs draw as ellipsoids (Yu 2011, fig. 1.1).
#pragma once

#include <lamella/surface/kernel_set.hpp>

namespace lamella {

// A row for each particle of the cloud, in its order: P, the centre of the kernel; `orient`, the quaternion
// (x, y, z, w), w >= 0, that turns the coordinate axes to those of the ellipsoid; `scale`, the semi-axes in
// metres of the ellipsoid of the kernel's proportions that the particle's volume V d^3 fills,
//
//     s_k = a_k d (3 V / (4 pi a1 a2 a3))^(1/3);
//
// and id where the particles have it.
ParticleSet kernels_for_display(const ParticleCloud& cloud, const KernelSet& kernels);

}  // namespace lamella
