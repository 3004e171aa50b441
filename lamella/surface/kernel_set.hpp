// One kernel a particle: an ellipsoid for particles near the surface, a common ball for all others.
#pragma once

#include <lamella/surface/near_surface.hpp>

#include <array>
#include <vector>

namespace lamella {

// A kernel V P(|G (x - centre)|) / (a1 a2 a3) with the semi-axes a_k. Lengths but the centre are in spacings.
struct Kernel {
    Vec3 centre;                 // in metres
    Real scale;                  // V / (a1 a2 a3)
    std::array<Real, 6> metric;  // G^T G: xx, yy, zz, yz, xz, xy
    Vec3 extent;                 // half the size of the box around the ellipsoid
};

// The ellipsoid with those semi-axes along the columns of `axes`.
Kernel ellipsoid(const Vec3& centre, const Mat3d& axes, const Vec3d& semi_axes, Real volume = 1.0f);

Kernel ball(const Vec3& centre, Real radius, Real volume = 1.0f);

struct KernelSet {
    Real radius = 0.0f;       // of the common ball, volume 1, at the place of its particle
    std::vector<Index> slot;  // the kernel of each particle's own, or -1
    std::vector<Kernel> own;

    Vec3 centre(Index i, const Vec3Column& positions) const {
        const Index at = slot[static_cast<std::size_t>(i)];
        return at < 0 ? positions[i] : own[static_cast<std::size_t>(at)].centre;
    }
    Kernel of(Index i, const Vec3Column& positions) const {
        const Index at = slot[static_cast<std::size_t>(i)];
        return at < 0 ? ball(positions[i], radius) : own[static_cast<std::size_t>(at)];
    }
};

// A slot for each particle near the surface, -1 for the others; and how many there are.
std::vector<Index> numbered_slots(const NearSurface& near);
std::size_t slot_count(const std::vector<Index>& slots);

// The largest distance in metres from a particle to the end of its kernel.
Real largest_reach(const ParticleCloud& cloud, const KernelSet& kernels);

}  // namespace lamella
