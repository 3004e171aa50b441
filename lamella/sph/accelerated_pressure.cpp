#include <lamella/sph/accelerated_pressure.hpp>
#include <lamella/sph/sph_operators.hpp>

#include <limits>

namespace lamella {

Real stable_relaxation(const SphLiquid& liquid) { return 0.985f / largest_lattice_ratio(liquid); }

void AcceleratedPressure::resize(Index n) {
    found_.resize(static_cast<std::size_t>(n));
    tried_.resize(static_cast<std::size_t>(n));
}

SolveReport AcceleratedPressure::iterate(const IterationLimits& limits, FunctionRef<double()> iteration) {
    SolveReport report;
    double last_error = std::numeric_limits<double>::infinity();
    Real k = 0.0f;
    do {
        momentum_ = k / (k + 3.0f);
        report.error = iteration();
        k = report.error > last_error ? 0.0f : k + 1.0f;
        last_error = report.error;
        ++report.iterations;
        report.converged = report.error <= limits.tolerance;
    } while ((!report.converged || report.iterations < limits.at_least) && report.iterations < limits.at_most);
    return report;
}

}  // namespace lamella
