// What a scene says about the particle level set solver.
#pragma once

#include <lamella/matter/solver_parameters.hpp>

namespace lamella {

struct LevelSetParameters {
    static constexpr const char* name = "level_set";
    static constexpr const char* sentence = "a surface on a grid that markers on both sides keep sharp";

    Index markers = 32;
    Index reseed_every = 20;
    bool keep_volume = true;
    Real cfl = 1.0f;
    double max_step = 0.01;
    double min_step = 1e-6;
    double tolerance = 1e-6;
    Index max_iterations = 200;

    static constexpr auto fields() {
        return field_list(
            Field{"markers", &LevelSetParameters::markers, "", range(0, 512),
                  "markers in each cell near the surface; 0 is a level set without any, which loses thin parts"},
            Field{"reseed_every", &LevelSetParameters::reseed_every, "", range(0, 1'000'000),
                  "steps after which markers are spread anew, which costs a little volume; 0: never"},
            Field{"keep_volume", &LevelSetParameters::keep_volume, "", any_value(),
                  "move the whole surface by up to a fiftieth of a cell a step, so that what is lost is given back"},
            Field{"cfl", &LevelSetParameters::cfl, "1", above(0, 3),
                  "cells of two spacings that liquid passes in a step"},
            Field{"max_step", &LevelSetParameters::max_step, "s", above(0), "longest time step"},
            Field{"min_step", &LevelSetParameters::min_step, "s", above(0),
                  "shortest time step; a shorter one ends the run"},
            Field{"tolerance", &LevelSetParameters::tolerance, "1", range(1e-12, 0.1),
                  "residual of the pressure solve over its right-hand side"},
            Field{"max_iterations", &LevelSetParameters::max_iterations, "", at_least(1),
                  "most iterations of a pressure solve"});
    }

    static SolverLimits limits() { return {.several_viscosities = false, .several_fluids = false, .emitters = false}; }
    std::optional<ParameterFault> fault() const { return fault_of_steps(min_step, max_step); }
    static std::vector<std::string> attributes() { return {"phase"}; }
    RunCost cost(const LiquidOutline& liquid) const;
    static LiquidNeeds needs() { return {.distance_band = 16.0f}; }
    AnySolver make_solver(LiquidSetup&& setup) const;
};

}  // namespace lamella
