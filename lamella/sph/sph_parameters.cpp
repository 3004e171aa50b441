#include <lamella/matter/liquid_outline.hpp>
#include <lamella/particles/sheets/sheet_step.hpp>
#include <lamella/sph/sph_parameters.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr StepCost kOwnCost{210.0, 0.4e-6};  // without the lists of neighbours; the time at a support of two
constexpr double kBytesPerNeighbour = 2.6;   // packs of eight in 20 bytes, the last one not full
constexpr double kBytesPerBoundaryParticle = 130.0;

// Iterations of the pressure solves together. With nothing above a layer they do the least, and a pressure that has to
// hold more layers takes about one more for each: a sum over neighbours passes it on by one.
double pressure_iterations(const LiquidOutline& liquid) {
    constexpr double kLeast = 4.0, kMost = 200.0;
    constexpr double kWithBodies = 2.5;  // that give way while the solve runs
    return std::min(kLeast + liquid.layers, kMost) * (liquid.carries_bodies ? kWithBodies : 1.0);
}

double largest_kinematic_viscosity(const LiquidOutline& liquid) {
    double nu = 0.0;
    for (const PhaseMaterial& m : liquid.materials) nu = std::max(nu, double{m.viscosity} / m.density);
    return nu;
}

// Iterations of an implicit viscosity over the three that its cost is stated for, in a step of dt: 2 + 4 nu dt / d^2
// fits what honey (21 iterations at 4.8) and four scenes of He 2014 (2 to 3 below 0.2) need.
double viscous_share(const LiquidOutline& liquid, double dt) {
    constexpr double kMost = 100.0;
    const double number = largest_kinematic_viscosity(liquid) * dt / (liquid.spacing * liquid.spacing);
    return std::min(2.0 + 4.0 * number, kMost) / 3.0;
}

}  // namespace

double SphParameters::tension_step(double density, double spacing) const {
    return std::visit([&](const auto& p) { return p.longest_step(density, spacing); }, surface_tension);
}

KernelChoice SphParameters::kernel_choice() const {
    const KernelNeeds needs = std::visit([](const auto& p) { return p.kernel; }, surface_tension);
    return {kernel.value_or(needs.kind.value_or(KernelKind::cubic_spline)), support.value_or(needs.support)};
}

std::optional<ParameterFault> SphParameters::fault() const {
    const auto word = [](KernelKind kind) { return enum_words<KernelKind>[static_cast<std::size_t>(kind)]; };
    const KernelNeeds needs = std::visit([](const auto& p) { return p.kernel; }, surface_tension);
    const char* tension = std::visit([](const auto& p) { return p.name; }, surface_tension);
    if (kernel && needs.kind && *kernel != *needs.kind)
        return ParameterFault{"kernel", fmt::format("with '{}' the surface tension {} draws particles into pairs; set "
                                                    "'{}', or leave the kernel out",
                                                    word(*kernel), tension, word(*needs.kind))};
    if (support && *support < needs.support)
        return ParameterFault{"support", fmt::format("{} is too small for the surface tension {}, under which liquid "
                                                     "flies apart; set {} or more, or leave the support out",
                                                     *support, tension, needs.support)};
    return fault_of_steps(min_step, max_step);
}

std::vector<std::string> SphParameters::attributes() const {
    std::vector<std::string> names{"acceleration", "phase", "pressure"};
    const std::vector<std::string> of_sheets = sheet_attributes(NoSprings{}, sheets);
    names.insert(names.end(), of_sheets.begin(), of_sheets.end());
    if (!of_sheets.empty()) names.emplace_back("filling");
    return names;
}

RunCost SphParameters::cost(const LiquidOutline& liquid) const {
    const double d = liquid.spacing;
    const double h = kernel_choice().support;
    const auto of = [](const auto& p) { return p.cost; };
    const double neighbours = 4.0 / 3.0 * std::numbers::pi * std::pow(h, 3);
    RunCost cost;
    const StepCost iteration = std::visit(of, pressure);
    cost.of_step = kOwnCost + StepCost{iteration.bytes, pressure_iterations(liquid) * iteration.core_seconds} +
                   std::visit(of, surface_tension) + std::visit(of, air_pressure) + std::visit(of, thin_features);
    if (!sheet_attributes(NoSprings{}, sheets).empty()) cost.of_step.bytes += kBytesPerSheetParticle;
    cost.bytes_per_area = kBytesPerBoundaryParticle;
    const double sound =
        std::visit([&](const auto& p) { return p.speed_of_sound(static_cast<Real>(liquid.expected_speed)); }, pressure);
    cost.step = std::min(max_step, sound > 0.0 ? cfl * h * d / sound : cfl * d / liquid.usual_speed);
    for (const PhaseMaterial& m : liquid.materials)
        if (const double tension = tension_step(m.density, d); tension > 0.0) cost.step = std::min(cost.step, tension);
    const StepCost viscous = std::visit(of, viscosity);
    if (!(viscous.core_seconds > 0.0))  // explicit (sph_time_step.hpp)
        cost.step = std::min(cost.step, 0.05 * h * h * d * d / std::max(largest_kinematic_viscosity(liquid), 1e-12));
    cost.of_step = cost.of_step + StepCost{viscous.bytes, viscous.core_seconds * viscous_share(liquid, cost.step)};
    cost.of_step.core_seconds *= 0.5 * h;  // twice the neighbours, of which surfaces and sheets have a part
    cost.of_step.bytes += kBytesPerNeighbour * neighbours;
    return cost;
}

}  // namespace lamella
