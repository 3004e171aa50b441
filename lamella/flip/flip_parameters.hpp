// What a scene says about the FLIP solver.
#pragma once

#include <lamella/flip/transfer_parameters.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/particles/sheets/sheet_parameters.hpp>
#include <lamella/particles/sheets/weak_springs_ando2011.hpp>

namespace lamella {

enum class ViscosityStep { implicit_step, explicit_step };
template <>
inline constexpr auto enum_words<ViscosityStep> = std::array{"implicit", "explicit"};

enum class StuckParticles { stay, reposition };
template <>
inline constexpr auto enum_words<StuckParticles> = std::array{"stay", "reposition"};

struct FlipParameters {
    static constexpr const char* name = "flip";
    static constexpr const char* sentence =
        "particles that carry the liquid through a grid that keeps it incompressible";

    TransferMethod transfer;
    WeakSpringMethod springs = TangentialSprings{};
    SheetMethod sheets;
    StuckParticles stuck_particles = StuckParticles::stay;
    ViscosityStep viscosity = ViscosityStep::implicit_step;
    Real surface_tension = 0.0f;
    Real start_jitter = 0.2f;
    Real cfl = 1.0f;
    double max_step = 0.01;
    double min_step = 1e-6;
    double tolerance = 1e-6;
    Index max_iterations = 200;

    static constexpr auto fields() {
        return field_list(
            Field{"transfer", &FlipParameters::transfer, "", any_value(),
                  "how velocities pass between particles and grid"},
            Field{"springs", &FlipParameters::springs, "", any_value(), "what keeps particles evenly spread"},
            Field{"sheets", &FlipParameters::sheets, "", any_value(), "what keeps thin sheets whole"},
            Field{
                "stuck_particles", &FlipParameters::stuck_particles, "", any_value(),
                "what becomes of single particles that hang on solids: reposition puts them into deep liquid (Ando and "
                "Tsuruno 2011, section 4.3)"},
            Field{"viscosity", &FlipParameters::viscosity, "", any_value(),
                  "how a liquid's viscosity acts: an explicit step is cheap, and short where the liquid is thick"},
            Field{"surface_tension", &FlipParameters::surface_tension, "N/m", range(0, 100),
                  "how strongly the surface contracts, for all liquids of the scene (water in air 0.0728); below a "
                  "spacing of "
                  "about a millimetre it makes steps short"}
                .silent(),
            Field{"start_jitter", &FlipParameters::start_jitter, "d", range(0, 0.5),
                  "each particle of a shape without a jitter of its own starts moved at random by less than this along "
                  "each axis; a bare lattice tears along its rows"},
            Field{"cfl", &FlipParameters::cfl, "1", above(0, 5), "cells of two spacings that liquid passes in a step"},
            Field{"max_step", &FlipParameters::max_step, "s", above(0), "longest time step"},
            Field{"min_step", &FlipParameters::min_step, "s", above(0),
                  "shortest time step; a shorter one ends the run"},
            Field{"tolerance", &FlipParameters::tolerance, "1", range(1e-12, 0.1),
                  "residual of the pressure solve over its right-hand side"},
            Field{"max_iterations", &FlipParameters::max_iterations, "", at_least(1),
                  "most iterations of a pressure solve"});
    }

    static SolverLimits limits();
    std::optional<ParameterFault> fault() const { return fault_of_steps(min_step, max_step); }
    std::vector<std::string> attributes() const;
    RunCost cost(const LiquidOutline& liquid) const;
    LiquidNeeds needs() const {
        return {.distance_band = 16.0f, .thin_wall = 4.0f, .thinnest_wall = 0.05f, .start_jitter = start_jitter};
    }
    AnySolver make_solver(LiquidSetup&& setup) const;
};

}  // namespace lamella
