#include <lamella/particles/sheets/sheet_step.hpp>
#include <lamella/prescribed/prescribed_parameters.hpp>

namespace lamella {
namespace {

constexpr StepCost kOwnCost{140.0 + kBytesPerSheetParticle, 2e-6};  // with springs and sheets

}  // namespace

std::optional<ParameterFault> PrescribedParameters::fault() const {
    return std::visit(
        [](const auto& field) -> std::optional<ParameterFault> {
            const auto found = field.fault();
            if (!found) return {};
            return ParameterFault{"flow." + found->path, found->sentence};
        },
        flow);
}

std::vector<std::string> PrescribedParameters::attributes() const {
    std::vector<std::string> names = sheet_attributes(springs, sheets);
    names.insert(names.begin(), {"filling", "phase"});
    return names;
}

RunCost PrescribedParameters::cost(const LiquidOutline&) const {
    RunCost cost;
    cost.of_step = kOwnCost;
    cost.step = max_step;
    return cost;
}

}  // namespace lamella
