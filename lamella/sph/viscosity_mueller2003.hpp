// Mueller, Charypar, Gross 2003, eq. 14; Keiser 2006, eq. 4.7:
//
//     a_i = mu / rho0 (sum_j V (v_j - v_i) lap W_ij + sum_b V_b (v_b - v_i) lap W_ib)
//
// with the Laplacian of the viscosity kernel in three dimensions (Keiser's eqs 4.11-4.12 are misprinted,
// kernels.hpp). Linear momentum is conserved; the spin of a free body is damped, because the force of a pair
// does not point along the line between them.
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/viscosity_parameters.hpp>

namespace lamella {

class ViscosityMueller2003 {
public:
    ViscosityMueller2003(const LaplacianViscosityParameters&, Real mu, const SphLiquid& liquid)
        : nu_(mu / liquid.rest_density) {}

    void add(SphLiquid& liquid) const;
    Real kinematic() const { return nu_; }

private:
    Real nu_;
};

}  // namespace lamella
