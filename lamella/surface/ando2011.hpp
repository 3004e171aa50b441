// The field of Ando, Tsuruno 2011, "A Particle-based Method for Preserving Fluid Sheets", section 5: the
// smallest distance to a particle in the particle's own, stretched metric,
//
//     phi(x) = min_i |G_i (p_i - x)|   (16),   G_i = (k_s C_i)^-1   (17),
//
// C_i the covariance about the mean of the neighbours with the weight 1 - (r / R)^2, R = 4 d (eqs 8 and 9,
// whose denominators lack a sum). k_s = 7 / R^2 makes G the identity deep inside, where C = R^2 / 7. The
// paper gives no level: ours is a radius c. Axes are kept above a quarter of the longest, and above half a
// cell of the grid. Ours is c - phi, so that it grows inwards like the others; the level is 0. The smoothing of
// the mesh that the authors add afterwards is an option of every mesh.
#pragma once

#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/kernel_set.hpp>
#include <lamella/surface/near_surface.hpp>
#include <lamella/surface/surface_settings.hpp>

namespace lamella {

class Ando2011 : public ImplicitField {
public:
    // The cloud must outlive the field.
    Ando2011(const Ando2011Parameters& parameters, const ParticleCloud& cloud);

    Real level() const override { return 0.0f; }
    SparseGrid sample(double cell) const override;
    std::vector<FieldSample> samples(std::span<const Vec3> points) const override;
    const KernelSet* kernels() const override { return &kernels_; }

private:
    Ando2011Parameters parameters_;
    const ParticleCloud& cloud_;
    NearSurface near_;
    KernelSet kernels_;
    Real reach_;
};

}  // namespace lamella
