#include <lamella/eulerian/pressure_solve.hpp>
#include <lamella/linear/vector_sums.hpp>

#include <cmath>

namespace lamella {

PressureSolveResult PressureSolve::solve(const PoissonSystem& system, TileField<double>& b, TileField<double>& x,
                                         double tolerance, Index max_iterations, const MatrixPart* more) {
    regions_.find(system);
    system.clear_other_cells(b.values());
    system.clear_other_cells(x.values());
    const double removed = regions_.remove_means(b.values());
    multigrid_.build(system);
    const auto apply = [&](std::span<const float> d, std::span<float> y) {
        const double product = system.apply(d, y);
        return more ? product + more->add_product(d, 1.0, y) : product;
    };
    // Rounding gives r a small mean in enclosed regions, which the multigrid would return as a large constant.
    const auto precondition = [&](std::span<const float> r, std::span<float> z) {
        const double product = multigrid_.apply(r, z);
        if (regions_.count() == 0) return product;
        regions_.remove_means(z);
        return dot<float>(r, z);
    };
    const auto residual = [&](std::span<const double> at, std::span<float> r) {
        const double squares = system.residual(b.values(), at, r);
        if (!more) return squares;
        more->add_product(at, -1.0, r);
        return dot<float>(r, r);
    };
    const double norm_b = std::sqrt(dot<double>(b.values(), b.values()));
    const auto result = solver_.solve({apply, precondition, residual}, norm_b, x.values(), tolerance, max_iterations);
    regions_.remove_means(x.values());
    return {result.iterations, result.residual, result.converged, removed};
}

std::size_t PressureSolve::memory_bytes() const {
    return regions_.memory_bytes() + multigrid_.memory_bytes() + solver_.memory_bytes();
}

}  // namespace lamella
