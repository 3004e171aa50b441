// Particles near the surface moved so that they lie in smooth layers, without the shrinkage of Yu 2011,
// eq. 4.3. That moves a particle to the weighted mean of its neighbours, by b = mean - x: it smooths the
// layers and pulls all of them inwards, by 9/28 R at a flat surface (appendix A), whatever lambda is.
//
// Ours takes the pull back. It is the same for all particles of one depth, and the size of b tells the depth:
//
//     x_i <- x_i + b_i - B_i,   B_i = sum_j v_ij b_j / sum_j v_ij,
//     v_ij = (1 - (r_ij / Rc)^3) exp(-4 |b_j - b_i|^2 / (9 R / 56)^2),   r_ij < Rc.
//
// Two passes; the second takes b from the positions of the first. Weights always use the positions at the
// start. The exponential is (1 - t/16)^16, cut at zero: that is the same on every machine.
#pragma once

#include <lamella/surface/near_sweep.hpp>

namespace lamella {

struct RelocationRadii {
    Real mean;   // R, in metres
    Real depth;  // Rc
};

// The displacement of every particle, zero for those not near the surface. `shift` is b of the particles
// where they are, zero for those not near the surface.
Vec3Column relocation(const ParticleCloud& cloud, const NearSurface& surface, const Membership* membership,
                      const RelocationRadii& radii, int passes, const Vec3Column& shift);

}  // namespace lamella
