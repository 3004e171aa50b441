// XSPH (Monaghan 1992, section 8.2) as a viscosity, in the form of Schechter and Bridson 2012, eq. 7:
//
//     v_i <- v_i + eps sum_j V (v_j - v_i) W_ij.
//
// The same share is taken away in every step, whatever its length; momentum is conserved.
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

class ViscosityXsph {
public:
    struct Parameters {
        static constexpr const char* name = "xsph";
        static constexpr const char* sentence =
            "velocities drawn towards their neighbours' mean (Monaghan 1992; Schechter and Bridson 2012); the fluid's "
            "own viscosity does not act";

        Real strength = 0.05f;

        static constexpr auto fields() {
            return field_list(Field{"strength", &Parameters::strength, "1", range(0, 1),
                                    "share of the difference to the neighbours that a step takes away"});
        }

        static constexpr StepCost cost{};  // what every step costs has it in
    };
    static constexpr bool of_fluid = false;

    ViscosityXsph(const Parameters& parameters, const SphLiquid&) : strength_(parameters.strength) {}

    static void add(SphLiquid&) {}
    // Changes `v`.
    SolveReport smooth(SphLiquid& liquid, double dt) const;
    static Real kinematic() { return 0.0f; }

private:
    Real strength_;
};

}  // namespace lamella
