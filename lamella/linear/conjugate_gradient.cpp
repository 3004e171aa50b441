#include <lamella/core/parallel.hpp>
#include <lamella/linear/conjugate_gradient.hpp>

#include <cmath>

namespace lamella {
namespace {

double dot(std::span<const Real> a, std::span<const Real> b) {
    return parallel_sum("dot", static_cast<Index>(a.size()),
                        [&](Index i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
}

// y <- y + s x
void add(std::span<Real> y, double s, std::span<const Real> x) {
    const auto scale = static_cast<Real>(s);
    parallel_for("add", static_cast<Index>(y.size()), [&](Index i) { y[i] += scale * x[i]; });
}

// y <- x + s y
void scale_and_add(std::span<Real> y, double s, std::span<const Real> x) {
    const auto scale = static_cast<Real>(s);
    parallel_for("scale and add", static_cast<Index>(y.size()), [&](Index i) { y[i] = x[i] + scale * y[i]; });
}

}  // namespace

ConjugateGradientResult ConjugateGradient::solve(LinearOperator A, LinearOperator precondition, std::span<const Real> b,
                                                 std::span<Real> x, double tolerance, Index max_iterations) {
    for (auto* vector : {&residual_, &direction_, &image_}) vector->assign(b.size(), 0.0f);
    const double norm_b = std::sqrt(dot(b, b));
    ConjugateGradientResult result;
    if (norm_b == 0.0) {
        std::fill(x.begin(), x.end(), 0.0f);
        return result;
    }
    A(x, image_);
    parallel_for("residual", static_cast<Index>(b.size()), [&](Index i) { residual_[i] = b[i] - image_[i]; });
    precondition(residual_, direction_);
    double delta = dot(residual_, direction_);
    result.residual = std::sqrt(dot(residual_, residual_)) / norm_b;
    while (result.residual > tolerance && result.iterations < max_iterations) {
        A(direction_, image_);
        const double alpha = delta / dot(direction_, image_);
        add(x, alpha, direction_);
        add(residual_, -alpha, image_);
        precondition(residual_, image_);
        const double next = dot(residual_, image_);
        scale_and_add(direction_, next / delta, image_);
        delta = next;
        result.residual = std::sqrt(dot(residual_, residual_)) / norm_b;
        ++result.iterations;
    }
    result.converged = result.residual <= tolerance;
    return result;
}

}  // namespace lamella
