// Mueller, Charypar, Gross 2003, section 3.3: the continuum surface force of a colour field,
//
//     n_i = sum_j V grad W_ij,   a_i = - sigma / rho0 (sum_j V lap W_ij) n_i / |n_i|     where |n_i| > l,
//
// with the poly6 kernel. Solids count as liquid in the colour field, so that no surface appears on them.
// The force is not exchanged in pairs: a free drop drifts.
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/surface_parameters.hpp>

namespace lamella {

class SurfaceTensionMueller2003 {
public:
    SurfaceTensionMueller2003(const CurvatureTensionParameters& parameters, const SphLiquid& liquid)
        : sigma_over_rho_(parameters.tension / liquid.rest_density),
          threshold_(parameters.threshold / liquid.support) {}

    void add(SphLiquid& liquid) const;

private:
    Real sigma_over_rho_;
    Real threshold_;  // l
};

}  // namespace lamella
