// What a scene says about the SPH solver: one word per list, and the numbers of the chosen methods.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/particles/sheets/sheet_parameters.hpp>
#include <lamella/sph/sph_kernel.hpp>
#include <lamella/sph/sph_methods.hpp>

namespace lamella {

struct SphParameters {
    static constexpr const char* name = "sph";
    static constexpr const char* sentence = "smoothed particle hydrodynamics";

    PressureSolvers::Parameters pressure;
    Viscosities::Parameters viscosity;
    SurfaceTensions::Parameters surface_tension;
    AirPressures::Parameters air_pressure;
    ThinFeatures::Parameters thin_features;
    SheetMethod sheets;
    std::optional<KernelKind> kernel;
    std::optional<Real> support;
    Real cfl = 0.4f;
    double max_step = 0.005;
    double min_step = 1e-7;

    static constexpr auto fields() {
        return field_list(
            Field{"pressure", &SphParameters::pressure, "", any_value(), "how the liquid resists compression"},
            Field{"viscosity", &SphParameters::viscosity, "", any_value(), "how neighbours share their velocity"},
            Field{"surface_tension", &SphParameters::surface_tension, "", any_value(), "how its surface contracts"},
            Field{"air_pressure", &SphParameters::air_pressure, "", any_value(), "how air presses on its surface"},
            Field{"thin_features", &SphParameters::thin_features, "", any_value(),
                  "what keeps sheets and threads whole that are thinner than the kernel"},
            Field{"sheets", &SphParameters::sheets, "", any_value(),
                  "what fills thin sheets with particles as they stretch"},
            Field{"kernel", &SphParameters::kernel, "", any_value(),
                  "how neighbours are weighted; without it as the surface tension needs it, else cubic_spline"},
            Field{"support", &SphParameters::support, "d", range(1.5, 4),
                  "radius at which the kernel is zero; without it as the surface tension needs it, else 2"},
            Field{"cfl", &SphParameters::cfl, "1", above(0, 1), "share of the stable time step that is taken"},
            Field{"max_step", &SphParameters::max_step, "s", above(0), "longest time step"},
            Field{"min_step", &SphParameters::min_step, "s", above(0),
                  "shortest time step; a shorter one ends the run"});
    }

    // The longest step that surface tension allows; 0 if there is no limit.
    double tension_step(double density, double spacing) const;

    // The kernel of the scene; what it leaves out is as the methods need it.
    KernelChoice kernel_choice() const;

    // Meshes of the surface do not repeat in space.
    SolverLimits limits() const {
        return {.least_period = surface_tension_has_mesh() ? 0.0 : 3.0 * kernel_choice().support};
    }
    bool surface_tension_has_mesh() const {
        return std::holds_alternative<SurfaceTensionYu2011::Parameters>(surface_tension);
    }
    std::optional<ParameterFault> fault() const;
    std::vector<std::string> attributes() const;
    RunCost cost(const LiquidOutline& liquid) const;
    LiquidNeeds needs() const {
        const bool solved = std::visit([](const auto& p) { return p.solves_for_bodies; }, pressure);
        return {.sample_reach = kernel_choice().support, .carries_from = solved ? 1.0 : 0.0};
    }
    AnySolver make_solver(LiquidSetup&& setup) const;
};

}  // namespace lamella
