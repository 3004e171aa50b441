// What a scene says about water that a body carries.
#pragma once

#include <lamella/matter/solver_parameters.hpp>

namespace lamella {

struct SkinnedParameters {
    static constexpr const char* name = "skinned";
    static constexpr const char* sentence = "water on one obstacle, in tetrahedra that bend with it; no sea";

    Real cell = 2.0f;
    Index refinements = 1;
    Real thickness = 10.0f;
    Real adhesion = 0.0f;
    Real adhesion_reach = 4.0f;
    Real drag = 0.0f;
    Real condense = 0.2f;
    bool pressure = true;
    Real cfl = 2.0f;
    double max_step = 0.02;
    double min_step = 1e-6;

    static constexpr auto fields() {
        return field_list(
            Field{"cell", &SkinnedParameters::cell, "spacings", range(0.5, 16), "long edge of the tetrahedra"},
            Field{"refinements", &SkinnedParameters::refinements, "", range(0, 4),
                  "how often the lattice that bends is cut into eight"},
            Field{"thickness", &SkinnedParameters::thickness, "spacings", range(1, 200),
                  "of the layer around the body in which water is followed; beyond it there are drops"},
            Field{"adhesion", &SkinnedParameters::adhesion, "m/s^2", range(0, 1e6),
                  "acceleration of water towards the skin; gravity is 9.81"},
            Field{"adhesion_reach", &SkinnedParameters::adhesion_reach, "spacings", range(0.1, 200),
                  "distance from the skin at which adhesion ends"},
            Field{"drag", &SkinnedParameters::drag, "1/s", range(0, 1e6),
                  "how fast water next to the skin stops sliding along it; without, nothing sticks"},
            Field{"condense", &SkinnedParameters::condense, "1", range(0, 0.9),
                  "tetrahedra that are filled less hand their water to a neighbour; 0: none do"},
            Field{"pressure", &SkinnedParameters::pressure, "", any_value(),
                  "solve for a pressure; without, columns of water stand like jelly"},
            Field{"cfl", &SkinnedParameters::cfl, "1", above(0, 10),
                  "tetrahedra that the fastest water passes in a step, relative to the body"},
            Field{"max_step", &SkinnedParameters::max_step, "s", above(0), "longest time step"},
            Field{"min_step", &SkinnedParameters::min_step, "s", above(0),
                  "shortest time step; a shorter one ends the run"});
    }

    static SolverLimits limits() { return {.several_viscosities = false, .several_fluids = false}; }
    std::optional<ParameterFault> fault() const;
    static std::vector<std::string> attributes() { return {"phase"}; }
    RunCost cost(const LiquidOutline& liquid) const;
    LiquidNeeds needs() const;
    AnySolver make_solver(LiquidSetup&& setup) const;
};

}  // namespace lamella
