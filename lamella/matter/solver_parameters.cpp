#include <lamella/matter/solver_parameters.hpp>

#include <fmt/format.h>

namespace lamella {

std::optional<ParameterFault> fault_of_steps(double shortest, double longest) {
    if (shortest <= longest) return {};
    return ParameterFault{"min_step", fmt::format("{} s is longer than max_step, {} s", shortest, longest)};
}

}  // namespace lamella
