#include <lamella/core/family.hpp>
#include <lamella/scene/check_solver.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/suggestion.hpp>
#include <lamella/solid/solid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// The end of a sentence that refuses something: which solvers can do it, as they are by default.
template <class Can>
std::string solvers_with(const Can& can) {
    std::string names;
    for (const Solver& any : every_alternative<Solver>())
        std::visit(
            [&](const auto& solver) {
                if (can(solver.limits())) names += (names.empty() ? "; '" : ", '") + std::string(solver.name) + "'";
            },
            any);
    return names.empty() ? names : names + (names.find(',') == std::string::npos ? " does" : " do");
}

// `unit` in spacings; the message names the lengths and the spacing that would do.
void check_whole_period(const Scene& scene, const char* solver, int axis, double period, double unit, Refuse refuse) {
    const double length = unit * scene.particle_spacing;
    const double units = period / length, whole = std::max(std::round(units), 1.0);
    if (std::abs(units - whole) <= 1e-5 * whole) return;
    refuse("domain.periodic",
           fmt::format("the period along {} is {:.6g} m, {:.6g} spacings; under '{}' it is a whole number of {} "
                       "spacings: {:.6g} m, or a particle_spacing of {:.8g} m",
                       "xyz"[axis], period, period / scene.particle_spacing, solver, unit, whole * length,
                       period / (unit * whole)));
}

void check_periods(const Scene& scene, const char* solver, const SolverLimits& limits, Refuse refuse) {
    const double least = limits.least_period * scene.particle_spacing;
    for (int a = 0; a < 3; ++a) {
        if (!scene.domain.periodic[static_cast<std::size_t>(a)]) continue;
        if (limits.least_period == 0.0)
            refuse("domain.periodic",
                   fmt::format("the solver '{}' knows no periodic axes{}", solver,
                               solvers_with([](const SolverLimits& l) { return l.least_period > 0.0; })));
        const double period = scene.domain.max[a] - scene.domain.min[a];
        if (limits.whole_periods > 0.0)
            check_whole_period(scene, solver, a, period, limits.whole_periods, refuse);
        else if (period < least * (1 - 1e-6))
            refuse("domain.periodic", fmt::format("the period along {} is {:.6g} m, but must be at least 3 supports "
                                                  "({:.6g} m with this particle_spacing)",
                                                  "xyz"[a], period, least));
    }
}

void check_fluids(const Scene& scene, const char* solver, const SolverLimits& limits, Refuse refuse) {
    if (!limits.several_fluids && scene.fluids.size() > 1)
        refuse("fluids[1]",
               fmt::format("the solver '{}' moves one fluid, and the scene has {}{}", solver, scene.fluids.size(),
                           solvers_with([](const SolverLimits& l) { return l.several_fluids; })));
    for (std::size_t i = 0; i < scene.fluids.size(); ++i)
        if (!limits.emitters && !scene.fluids[i].emitters.empty())
            refuse(fmt::format("fluids[{}].emitters", i),
                   fmt::format("the solver '{}' lets no liquid in{}", solver,
                               solvers_with([](const SolverLimits& l) { return l.emitters; })));
}

void check_materials(const Scene& scene, const char* solver, const SolverLimits& limits, Refuse refuse) {
    for (std::size_t i = 1; i < scene.fluids.size(); ++i) {
        const Fluid &first = scene.fluids[0], &fluid = scene.fluids[i];
        const std::string path = fmt::format("fluids[{}]", i);
        if (!limits.several_densities && fluid.density != first.density)
            refuse(path + ".density",
                   fmt::format("{} kg/m^3 differs from the {} kg/m^3 of '{}'; the solver '{}' knows one density for "
                               "all fluids{}",
                               fluid.density, first.density, first.name, solver,
                               solvers_with([](const SolverLimits& l) { return l.several_densities; })));
        if (!limits.several_viscosities && fluid.viscosity != first.viscosity)
            refuse(path + ".viscosity",
                   fmt::format("{} Pa s differs from the {} Pa s of '{}'; the solver '{}' knows one viscosity for "
                               "all fluids{}",
                               fluid.viscosity, first.viscosity, first.name, solver,
                               solvers_with([](const SolverLimits& l) { return l.several_viscosities; })));
    }
}

void check_attributes(const Scene& scene, const std::vector<std::string>& allowed, Refuse refuse) {
    for (std::size_t i = 0; i < scene.output.attributes.size(); ++i) {
        const std::string& name = scene.output.attributes[i];
        if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
        refuse(fmt::format("output.attributes[{}]", i),
               fmt::format("the solver has no attribute {}{}", json_string(name), suggestion(name, allowed)));
    }
}

void check_parameters(const Scene& scene, const SolverParameters auto& solver, Refuse refuse) {
    const SolverLimits limits = solver.limits();
    if (scene.solids.empty()) check_periods(scene, solver.name, limits, refuse);
    check_fluids(scene, solver.name, limits, refuse);
    check_materials(scene, solver.name, limits, refuse);
    const char* solids = !scene.obstacles.empty() ? "obstacles" : !scene.bodies.empty() ? "bodies" : nullptr;
    if (!limits.obstacles && solids && !scene.fluids.empty())
        refuse(solids, fmt::format("the solver '{}' has no {}{}", solver.name, solids,
                                   solvers_with([](const SolverLimits& l) { return l.obstacles; })));
    if (const auto found = solver.fault()) refuse("solver." + found->path, found->sentence);
    std::vector<std::string> attributes;
    if (scene.solids.empty())
        attributes = solver.attributes();
    else
        attributes.assign(Solid::attributes.begin(), Solid::attributes.end());
    check_attributes(scene, attributes, refuse);
}

}  // namespace

void check_solver(const Scene& scene, Refuse refuse) {
    std::visit([&](const auto& solver) { check_parameters(scene, solver, refuse); }, scene.solver);
}

}  // namespace lamella
