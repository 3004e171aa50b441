#include <lamella/linear/conjugate_gradient.hpp>
#include <lamella/linear/vector_sums.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

// The recursion goes a little below the tolerance, so that rounding in float does not make it start again.
constexpr double kGoal = 0.95;
// How far below its first norm the recursion is believed; beyond that rounding has the word.
template <class Scalar>
constexpr double kTrust = 4.0 * static_cast<double>(std::numeric_limits<Scalar>::epsilon());
// A new start that does not bring the residual down by this factor is the last.
constexpr double kProgress = 0.9;

// y <- x + s y
template <class Scalar>
void scale_and_add(std::span<Scalar> y, double s, std::span<const Scalar> x) {
    const auto scale = static_cast<Scalar>(s);
    parallel_chunks("scale and add", static_cast<std::ptrdiff_t>(y.size()), kVectorChunk,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (std::ptrdiff_t i = begin; i < end; ++i) y[i] = x[i] + scale * y[i];
                    });
}

}  // namespace

// x <- x + alpha d, r <- r - alpha A d; the squared norm of r.
template <class Scalar, class Solution>
double ConjugateGradient<Scalar, Solution>::take_step(double alpha, std::span<Solution> x) {
    const auto along = static_cast<Solution>(alpha);
    const auto back = static_cast<Scalar>(alpha);
    const auto in_chunk = [&](std::ptrdiff_t begin, std::ptrdiff_t end, ExactSum& sum) {
        const Scalar* d = direction_.data();
        const Scalar* Ad = image_.data();
        Scalar* r = residual_.data();
        for (std::ptrdiff_t i = begin; i < end; ++i) x[i] += along * static_cast<Solution>(d[i]);
        for (std::ptrdiff_t i = begin; i < end; ++i) r[i] -= back * Ad[i];
        const std::span<const Scalar> changed(r + begin, static_cast<std::size_t>(end - begin));
        add_product(changed, changed, sum);
    };
    return sum_of_chunks("step", static_cast<std::ptrdiff_t>(x.size()), kVectorChunk, in_chunk);
}

// Steps from the residual r = b - A x of the given norm until its norm, as the recursion has it, is at most `goal`.
template <class Scalar, class Solution>
void ConjugateGradient<Scalar, Solution>::recursion(const LinearSystem<Scalar, Solution>& system, std::span<Solution> x,
                                                    double norm, double goal, Index max_iterations, Index& iterations) {
    double delta = system.precondition(residual_, direction_);
    while (norm > goal && iterations < max_iterations) {
        const double curvature = system.apply(direction_, image_);
        if (!(curvature > 0.0 && std::isfinite(delta / curvature))) break;
        norm = std::sqrt(take_step(delta / curvature, x));
        ++iterations;
        if (!(norm > goal)) break;
        const double next = system.precondition(residual_, image_);
        scale_and_add<Scalar>(direction_, next / delta, image_);
        delta = next;
    }
}

template <class Scalar, class Solution>
ConjugateGradientResult ConjugateGradient<Scalar, Solution>::solve(const LinearSystem<Scalar, Solution>& system,
                                                                   double norm_b, std::span<Solution> x,
                                                                   double tolerance, Index max_iterations) {
    if (norm_b == 0.0) {
        std::fill(x.begin(), x.end(), Solution(0));
        return {};
    }
    for (auto* vector : {&residual_, &direction_, &image_}) vector->assign(x.size(), Scalar(0));
    ConjugateGradientResult result;
    double norm = std::sqrt(system.residual(x, residual_));
    double before = std::numeric_limits<double>::infinity();
    while (norm > tolerance * norm_b && norm < kProgress * before && result.iterations < max_iterations) {
        before = norm;
        const double goal = std::max(kGoal * tolerance * norm_b, kTrust<Scalar> * norm);
        recursion(system, x, norm, goal, max_iterations, result.iterations);
        norm = std::sqrt(system.residual(x, residual_));
    }
    result.residual = norm / norm_b;
    result.converged = result.residual <= tolerance;
    return result;
}

template <class Scalar, class Solution>
ConjugateGradientResult ConjugateGradient<Scalar, Solution>::solve(LinearOperator<Scalar> A,
                                                                   LinearOperator<Scalar> precondition,
                                                                   std::span<const Scalar> b, std::span<Scalar> x,
                                                                   double tolerance, Index max_iterations)
    requires(std::is_same_v<Scalar, Solution>)
{
    using In = std::span<const Scalar>;
    using Out = std::span<Scalar>;
    const auto with_dot = [](const LinearOperator<Scalar>& f) {
        return [&f](In from, Out to) {
            f(from, to);
            return dot<Scalar>(from, to);
        };
    };
    const auto residual = [&](In at, Out r) {
        A(at, r);
        parallel_chunks("residual", static_cast<std::ptrdiff_t>(r.size()), kVectorChunk,
                        [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                            for (std::ptrdiff_t i = begin; i < end; ++i) r[i] = b[i] - r[i];
                        });
        return dot<Scalar>(r, r);
    };
    const auto apply_with_dot = with_dot(A);
    const auto precondition_with_dot = with_dot(precondition);
    return solve({apply_with_dot, precondition_with_dot, residual}, std::sqrt(dot<Scalar>(b, b)), x, tolerance,
                 max_iterations);
}

template class ConjugateGradient<float>;
template class ConjugateGradient<double>;
template class ConjugateGradient<float, double>;

}  // namespace lamella
