// He et al. 2014, section 3.2: the pressure of air on the surface of the liquid, without air particles.
//
//     F_i = V_i p_atm (sum_j V_j grad W_ij + sum_b V_b grad W_ib)                            (eq. 8)
//
// Solids count as liquid neighbours: air presses a film against a wall. The kernel is that of the pressure,
// so that inside the liquid both cancel in the same way.
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/surface_parameters.hpp>

namespace lamella {

class AirPressureHe2014 {
public:
    AirPressureHe2014(const AirPressureParameters& parameters, const SphLiquid& liquid)
        : pressure_over_density_(parameters.pressure / liquid.rest_density) {}

    void add(SphLiquid& liquid) const;

private:
    Real pressure_over_density_;
};

}  // namespace lamella
