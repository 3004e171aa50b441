// Pressures P >= 0 that a solve finds by steps of Jacobi with the momentum of Nesterov 1983. An iteration tries Q,
// measures what Q leaves, and corrects
//
//     P_i <- max(0, Q_i + omega residual_i(Q) / S_i),   Q <- max(0, P + k / (k + 3) (P - P of the iteration before)),
//
// S_i being the diagonal of sph_operators.hpp. k counts the iterations and starts anew when the error grows (O'Donoghue
// and Candes 2015). A column of still water 20 particles deep needs 705 iterations with the momentum where 1649 are
// needed without.
//
// What counts as error is compression, and where P acts also what was removed too much: by compression alone a column
// that is thrown up counts as solved. Without both, momentum and this measure, still water under PCISPH kept 1.3 % of
// sqrt(g H) as rms speed and a pressure that was 10 % too steep; with both it is 0.2 % and 2 %.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/solve_report.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace lamella {

// omega: accelerated steps need it below 1 over the largest ratio of the lattice (sph_operators.hpp), plain ones
// below 2.
Real stable_relaxation(const SphLiquid& liquid);

// What the iterations of a pressure solve add to a step: ten, with two sums over the neighbours each.
inline constexpr StepCost kIteratedPressureCost{0.0, 1.6e-6};

struct IterationLimits {
    double tolerance;
    Index at_least;
    Index at_most;
};

class AcceleratedPressure {
public:
    void resize(Index n);
    void start(Index i, Real P) { found_[i] = tried_[i] = P; }

    std::span<const Real> found() const { return found_; }  // P
    std::span<const Real> tried() const { return tried_; }  // Q

    // Moves P and Q of a particle on; `step` is omega / S_i in the units of the residual. Returns its error.
    Real correct(Index i, Real residual, Real step) {
        const Real P = std::max(tried_[i] + step * residual, 0.0f);
        tried_[i] = std::max(P + momentum_ * (P - found_[i]), 0.0f);
        found_[i] = P;
        return P > 0.0f ? std::abs(residual) : std::max(residual, 0.0f);
    }

    // Repeats an iteration, which corrects all particles and returns the mean of their errors.
    SolveReport iterate(const IterationLimits& limits, FunctionRef<double()> iteration);

private:
    Real momentum_ = 0.0f;
    std::vector<Real> found_;
    std::vector<Real> tried_;
};

}  // namespace lamella
