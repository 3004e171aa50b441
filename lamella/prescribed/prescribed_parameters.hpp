// What a scene says about particles in a known flow.
#pragma once

#include <lamella/matter/solver_parameters.hpp>
#include <lamella/particles/sheets/sheet_parameters.hpp>
#include <lamella/particles/sheets/weak_springs_ando2011.hpp>
#include <lamella/prescribed/velocity_fields.hpp>

namespace lamella {

struct PrescribedParameters {
    static constexpr const char* name = "prescribed";
    static constexpr const char* sentence = "particles carried by a flow that is known as a formula, without forces";

    VelocityField flow;
    WeakSpringMethod springs;
    SheetMethod sheets;
    Real cfl = 1.0f;
    double max_step = 0.006;

    static constexpr auto fields() {
        return field_list(
            Field{"flow", &PrescribedParameters::flow, "", any_value(), "the velocity as a function of place and time"},
            Field{"springs", &PrescribedParameters::springs, "", any_value(), "what spreads particles evenly"},
            Field{"sheets", &PrescribedParameters::sheets, "", any_value(), "what keeps thin sheets whole"},
            Field{"cfl", &PrescribedParameters::cfl, "d", above(0, 2), "how far a particle moves in a step at most"},
            Field{"max_step", &PrescribedParameters::max_step, "s", above(0), "longest time step"});
    }

    static SolverLimits limits() { return {.least_period = 3.0 * kSheetCell, .obstacles = false}; }
    std::optional<ParameterFault> fault() const;
    std::vector<std::string> attributes() const;
    RunCost cost(const LiquidOutline& liquid) const;
    static LiquidNeeds needs() { return {}; }
    AnySolver make_solver(LiquidSetup&& setup) const;
};

}  // namespace lamella
