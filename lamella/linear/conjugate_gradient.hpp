// The preconditioned conjugate gradient method for symmetric positive definite operators that are given by
// their action only (Hestenes and Stiefel 1952; preconditioned as in Shewchuk 1994, section B3). The vectors of
// the recursion may be float while x is double: each step adds alpha d to x, so that x is as exact as the
// residual b - A x, which is computed anew when the recursion says that it is done; where the recursion was
// wrong it starts again. Dot products are exact sums over rows of four unknowns (vector_sums.hpp), so that the result
// depends neither on the number of threads nor on the order of the rows.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/real.hpp>

#include <span>
#include <type_traits>
#include <vector>

namespace lamella {

// Writes A x into y.
template <class Scalar>
using LinearOperator = FunctionRef<void(std::span<const Scalar> x, std::span<Scalar> y)>;

// A x = b by what the method needs of it; each function gives the product that comes with its result.
template <class Scalar, class Solution = Scalar>
struct LinearSystem {
    // Writes A d into y and gives d . A d.
    FunctionRef<double(std::span<const Scalar> d, std::span<Scalar> y)> apply;
    // Writes an approximate solution z of A z = r and gives r . z.
    FunctionRef<double(std::span<const Scalar> r, std::span<Scalar> z)> precondition;
    // Writes b - A x into r and gives its squared norm.
    FunctionRef<double(std::span<const Solution> x, std::span<Scalar> r)> residual;
};

struct ConjugateGradientResult {
    Index iterations = 0;
    double residual = 0.0;  // |b - A x| / |b|, computed from x
    bool converged = true;
};

// Its vectors are kept between solves. Instantiated for float, double, and float with a solution in double.
template <class Scalar, class Solution = Scalar>
class ConjugateGradient {
public:
    // Solves A x = b from the x that is given, until |b - A x| <= tolerance |b|. Numbers that are not finite end
    // it, not converged.
    ConjugateGradientResult solve(const LinearSystem<Scalar, Solution>& system, double norm_b, std::span<Solution> x,
                                  double tolerance, Index max_iterations);

    // The same for an operator, an approximate inverse of it, and b.
    ConjugateGradientResult solve(LinearOperator<Scalar> A, LinearOperator<Scalar> precondition,
                                  std::span<const Scalar> b, std::span<Scalar> x, double tolerance,
                                  Index max_iterations)
        requires(std::is_same_v<Scalar, Solution>);

    std::size_t memory_bytes() const {
        return (residual_.capacity() + direction_.capacity() + image_.capacity()) * sizeof(Scalar);
    }

private:
    void recursion(const LinearSystem<Scalar, Solution>& system, std::span<Solution> x, double norm, double goal,
                   Index max_iterations, Index& iterations);
    double take_step(double alpha, std::span<Solution> x);

    std::vector<Scalar> residual_;
    std::vector<Scalar> direction_;
    std::vector<Scalar> image_;  // A times direction, and the preconditioned residual
};

}  // namespace lamella
