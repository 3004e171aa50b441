// The implicit field of a set of kernels (Yu 2011, eqs 4.4 and 4.5):
//
//     phi(x) = sum_j V_j / (a1 a2 a3)_j 8/pi P(|G_j (x - x_j)|),   P the cubic spline with support 1.
//
// G contains 1/h (eq. 4.13), so the support of P is 1; eq. 3.14 and section 4.5 of the source use other
// conventions. Nodes deep inside are not summed: blocks without a particle near the surface are constant, and
// rows of nodes around particles that are not near it are left out.
// Instead of the early stop of section 4.5, which biases the edges next to stopped nodes, a row of nodes
// that an ellipsoid misses is skipped by the exact test.
#pragma once

#include <lamella/surface/block_kernels.hpp>
#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/near_surface.hpp>

namespace lamella {

class KernelField : public ImplicitField {
public:
    // The cloud must outlive the field.
    KernelField(const ParticleCloud& cloud, NearSurface near, KernelSet kernels, Real level);

    Real level() const override { return level_; }
    SparseGrid sample(double cell) const override;  // 1 deep inside
    std::vector<FieldSample> samples(std::span<const Vec3> points) const override;
    std::unique_ptr<FieldRoots> roots(const SparseGrid& grid, Real level) const override;
    const KernelSet* kernels() const override { return &kernels_; }

    const ParticleCloud& cloud() const { return cloud_; }
    void gather(const Vec3d& corner, double width, BlockKernels& kernels) const {
        kernels.gather(cloud_, kernels_, corner, width, reach_);
    }

private:
    const ParticleCloud& cloud_;
    NearSurface near_;
    KernelSet kernels_;
    Real level_;
    Real reach_;
};

}  // namespace lamella
