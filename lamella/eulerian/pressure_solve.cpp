#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/pressure_solve.hpp>
#include <lamella/linear/vector_sums.hpp>

#include <cmath>

namespace lamella {

PressureSolveResult PressureSolve::solve(const PoissonSystem& system, TileField<double>& b, TileField<double>& x,
                                         double tolerance, Index max_iterations) {
    std::vector<float> diagonal(system.size());
    system.diagonal(diagonal);
    parallel_for("unknowns", static_cast<Index>(system.size()), [&](Index i) {
        if (diagonal[i] > 0.0f) return;
        b.values()[i] = 0.0;
        x.values()[i] = 0.0;
    });
    const auto apply = [&](std::span<const float> d, std::span<float> y) { return system.apply(d, y); };
    const auto residual = [&](std::span<const double> at, std::span<float> r) {
        return system.residual(b.values(), at, r);
    };
    const auto precondition = [&](std::span<const float> r, std::span<float> z) {
        parallel_for("Jacobi", static_cast<Index>(r.size()),
                     [&](Index i) { z[i] = diagonal[i] > 0.0f ? r[i] / diagonal[i] : 0.0f; });
        return dot<float>(r, z);
    };
    const double norm_b = std::sqrt(dot<double>(b.values(), b.values()));
    const auto result = solver_.solve({apply, precondition, residual}, norm_b, x.values(), tolerance, max_iterations);
    return {result.iterations, result.residual, result.converged, 0.0};
}

}  // namespace lamella
