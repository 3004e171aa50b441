// What the parameters of a liquid's solver say about it before it is made. The check of a scene and the estimate of a
// run ask them; neither knows a solver by name.
#pragma once

#include <lamella/core/fields.hpp>

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lamella {

struct LiquidOutline;  // liquid_outline.hpp

// What a method adds to a step, for each particle. Measured: docs/performance.md, "What a run costs".
struct StepCost {
    double bytes = 0.0;
    double core_seconds = 0.0;

    friend StepCost operator+(const StepCost& a, const StepCost& b) {
        return {a.bytes + b.bytes, a.core_seconds + b.core_seconds};
    }
};

struct RunCost {
    StepCost of_step;
    double step = 0.0;            // its expected length, s
    double bytes_per_area = 0.0;  // of solids, for each squared spacing
    double core_seconds_per_second() const { return of_step.core_seconds / step; }  // of a particle
};

// What a scene may have.
struct SolverLimits {
    double least_period = 0.0;   // of a periodic axis, in spacings; 0: there can be none
    double whole_periods = 0.0;  // a period is a whole number of these, in spacings; 0: it may be any length
    bool obstacles = true;
    bool several_viscosities = true;
    bool several_densities = false;
    bool several_fluids = true;
    bool emitters = true;
};

// What a solver asks for at the start, in spacings.
struct LiquidNeeds {
    Real distance_band = 1.0f;  // around bodies within which their distances are looked at
    Real sample_reach = 0.0f;   // around the liquid within which walls and bodies have samples; 0: they have none
    Real thin_wall = 0.0f;      // walls of bodies below this thickness are thin: it is measured; 0: nobody asks
    Real thinnest_wall = 0.0f;  // walls below this thickness are not seen
    Real start_jitter = 0.0f;   // by which particles of a shape without a jitter of its own are moved along each axis
    bool skins = false;         // of bodies (LiquidSetup::skins)
    // Bodies that it moves and that are at least so many times as dense as the liquid are no part of its solve: they
    // carry the mass that they displace.
    double carries_from = std::numeric_limits<double>::infinity();
};

class AnySolver;     // any_solver.hpp
struct LiquidSetup;  // liquid_setup.hpp

// Numbers that are allowed alone, but not together.
struct ParameterFault {
    std::string path;  // "min_step"
    std::string sentence;
};

template <class P>
concept SolverParameters = HasFields<P> && requires(const P& p, const LiquidOutline& liquid) {
    { p.limits() } -> std::same_as<SolverLimits>;
    { p.fault() } -> std::same_as<std::optional<ParameterFault>>;
    // What frames can hold besides P, v, id, density and pscale.
    { p.attributes() } -> std::same_as<std::vector<std::string>>;
    { p.cost(liquid) } -> std::same_as<RunCost>;
    { p.needs() } -> std::same_as<LiquidNeeds>;
    requires std::same_as<decltype(&P::make_solver), AnySolver (P::*)(LiquidSetup&&) const>;
};

// Shared by solvers that choose their steps.
std::optional<ParameterFault> fault_of_steps(double shortest, double longest);

}  // namespace lamella
