// The preconditioned conjugate gradient method for symmetric positive definite operators that are given by
// their action only (Hestenes and Stiefel 1952; preconditioned as in Shewchuk 1994, section B3). Vectors are
// float, dot products are summed in double in a fixed order, so that the result has the same bits for any
// number of threads.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/real.hpp>

#include <span>
#include <vector>

namespace lamella {

// Writes A x into y.
using LinearOperator = FunctionRef<void(std::span<const Real> x, std::span<Real> y)>;

struct ConjugateGradientResult {
    Index iterations = 0;
    double residual = 0.0;  // |b - A x| / |b|, as the recursion has it
    bool converged = true;
};

// Its vectors are kept between solves.
class ConjugateGradient {
public:
    // Solves A x = b from the x that is given, until |b - A x| <= tolerance |b|; `precondition` is an
    // approximate inverse of A.
    ConjugateGradientResult solve(LinearOperator A, LinearOperator precondition, std::span<const Real> b,
                                  std::span<Real> x, double tolerance, Index max_iterations);

private:
    std::vector<Real> residual_;
    std::vector<Real> direction_;
    std::vector<Real> image_;  // A times direction, and the preconditioned residual
};

}  // namespace lamella
