#include <lamella/particles/sheets/sheet_step.hpp>
#include <lamella/sph/sph_parameters.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr StepCost kOwnCost{210.0, 0.6e-6};  // without the lists of neighbours
constexpr double kBytesPerNeighbour = 2.6;   // packs of eight in 20 bytes, the last one not full
constexpr double kBytesPerBoundaryParticle = 130.0;

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

// Speeds are half of what is expected at most.
RunCost SphParameters::cost(const LiquidOutline& liquid) const {
    const double d = liquid.spacing;
    const double h = kernel_choice().support;
    const auto of = [](const auto& p) { return p.cost; };
    const double neighbours = 4.0 / 3.0 * std::numbers::pi * std::pow(h, 3);
    RunCost cost;
    cost.of_step = kOwnCost + StepCost{kBytesPerNeighbour * neighbours, 0.0} + std::visit(of, pressure) +
                   std::visit(of, viscosity) + std::visit(of, surface_tension) + std::visit(of, air_pressure) +
                   std::visit(of, thin_features);
    if (!sheet_attributes(NoSprings{}, sheets).empty()) cost.of_step.bytes += kBytesPerSheetParticle;
    cost.bytes_per_area = kBytesPerBoundaryParticle;
    const double sound =
        std::visit([&](const auto& p) { return p.speed_of_sound(static_cast<Real>(liquid.expected_speed)); }, pressure);
    cost.step = std::min(max_step, sound > 0.0 ? cfl * h * d / sound : cfl * d / (0.5 * liquid.expected_speed));
    for (const PhaseMaterial& m : liquid.materials)
        if (const double tension = tension_step(m.density, d); tension > 0.0) cost.step = std::min(cost.step, tension);
    return cost;
}

}  // namespace lamella
