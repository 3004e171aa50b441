// He et al. 2014, section 3.2: the pressure of air on the surface of the liquid, without air particles.
//
//     F_i = V_i p_atm (sum_j V_j grad W_ij + sum_b V_b grad W_ib)                            (eq. 8)
//
// Solids count as liquid neighbours: air presses a film against a wall. The kernel is that of the pressure,
// so that inside the liquid both cancel in the same way.
#pragma once

#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

class AirPressureHe2014 {
public:
    struct Parameters {
        static constexpr const char* name = "he2014";
        static constexpr const char* sentence = "the pressure of air on the surface, without air (He 2014, eq. 8)";

        Real pressure = 100.0f;

        static constexpr auto fields() {
            return field_list(Field{"pressure", &Parameters::pressure, "Pa", range(0, 1e6),
                                    "p_atm; 4 to 8 times density x gravity x spacing makes films cling"});
        }

        static constexpr StepCost cost{0.0, 0.05e-6};
    };

    AirPressureHe2014(const Parameters& parameters, const SphLiquid& liquid)
        : pressure_(parameters.pressure), pressure_over_density_(parameters.pressure / liquid.rest_density) {}

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;
    Real pressure() const { return pressure_; }

private:
    Real pressure_;
    Real pressure_over_density_;
};

}  // namespace lamella
