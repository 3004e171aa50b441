#include <lamella/core/parallel.hpp>
#include <lamella/linear/conjugate_gradient.hpp>
#include <lamella/linear/vector_sums.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

// -u'' + u on a line, three points a row: symmetric, positive definite, badly conditioned for large n.
constexpr auto line_matrix = [](std::span<const Real> x, std::span<Real> y) {
    const auto n = static_cast<Index>(x.size());
    for (Index i = 0; i < n; ++i) y[i] = 2.01f * x[i] - (i > 0 ? x[i - 1] : 0.0f) - (i + 1 < n ? x[i + 1] : 0.0f);
};
constexpr auto identity = [](std::span<const Real> x, std::span<Real> y) { std::copy(x.begin(), x.end(), y.begin()); };
constexpr auto jacobi = [](std::span<const Real> x, std::span<Real> y) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] / 2.01f;
};

std::vector<Real> wave(std::size_t n) {
    std::vector<Real> b(n);
    for (std::size_t i = 0; i < n; ++i) b[i] = std::sin(0.37f * static_cast<Real>(i)) + 0.2f;
    return b;
}

double true_residual(std::span<const Real> x, std::span<const Real> b) {
    std::vector<Real> image(x.size());
    line_matrix(x, image);
    double error = 0.0, norm = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        error += std::pow(static_cast<double>(b[i]) - image[i], 2);
        norm += std::pow(static_cast<double>(b[i]), 2);
    }
    return std::sqrt(error / norm);
}

TEST(ConjugateGradient, SolvesToTheResidualThatIsAskedFor) {
    const auto b = wave(3000);
    std::vector<Real> x(b.size(), 0.0f);
    ConjugateGradient<Real> solver;
    const auto result = solver.solve(line_matrix, jacobi, b, x, 1e-5, 1000);
    EXPECT_TRUE(result.converged);
    EXPECT_LT(true_residual(x, b), 2e-5);
}

TEST(ConjugateGradient, ASmallSystemTakesAsManyStepsAsItHasUnknowns) {
    const auto b = wave(6);
    std::vector<Real> x(b.size(), 0.0f);
    ConjugateGradient<Real> solver;
    const auto result = solver.solve(line_matrix, identity, b, x, 1e-6, 100);
    EXPECT_TRUE(result.converged);
    EXPECT_LE(result.iterations, 7);
}

TEST(ConjugateGradient, SaysSoWhenTheIterationsDoNotSuffice) {
    const auto b = wave(3000);
    std::vector<Real> x(b.size(), 0.0f);
    ConjugateGradient<Real> solver;
    const auto result = solver.solve(line_matrix, identity, b, x, 1e-5, 3);
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(result.iterations, 3);
    EXPECT_GT(result.residual, 1e-5);
}

TEST(ConjugateGradient, NothingGivesNothing) {
    const std::vector<Real> b(10, 0.0f);
    std::vector<Real> x(10, 1.0f);
    ConjugateGradient<Real> solver;
    EXPECT_TRUE(solver.solve(line_matrix, identity, b, x, 1e-5, 10).converged);
    for (Real value : x) EXPECT_EQ(value, 0.0f);
}

// The line in double, and with vectors in float beside a solution in double.
struct DoubleLine {
    std::vector<double> b;

    void image(std::span<const double> x, std::span<double> y) const {
        for (std::size_t i = 0; i < x.size(); ++i)
            y[i] = 2.01 * x[i] - (i > 0 ? x[i - 1] : 0.0) - (i + 1 < x.size() ? x[i + 1] : 0.0);
    }
    double residual(std::span<const double> x, std::span<float> r) const {
        std::vector<double> y(x.size());
        image(x, y);
        double squares = 0.0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            r[i] = static_cast<float>(b[i] - y[i]);
            squares += (b[i] - y[i]) * (b[i] - y[i]);
        }
        return squares;
    }
};

TEST(ConjugateGradient, GoesBeyondFloatInDouble) {
    const DoubleLine line{std::vector<double>(500, 1.0)};
    std::vector<double> x(500), r(500);
    const auto A = [&](std::span<const double> from, std::span<double> to) { line.image(from, to); };
    const auto same = [](std::span<const double> from, std::span<double> to) {
        std::copy(from.begin(), from.end(), to.begin());
    };
    ConjugateGradient<double> solver;
    const auto result = solver.solve(A, same, line.b, x, 1e-12, 1000);
    EXPECT_TRUE(result.converged);
    EXPECT_LE(result.residual, 1e-12);
}

// In float vectors the recursion drifts away from b - A x: asked for 1e-12 it has to start again.
TEST(ConjugateGradient, ReportsTheResidualOfTheSolutionNotOfTheRecursion) {
    const DoubleLine line{std::vector<double>(500, 1.0)};
    std::vector<double> x(500);
    Index fresh = 0;
    const auto apply = [](std::span<const float> d, std::span<float> y) {
        line_matrix(d, y);
        return dot<float>(d, y);
    };
    const auto same = [](std::span<const float> from, std::span<float> to) {
        std::copy(from.begin(), from.end(), to.begin());
        return dot<float>(from, from);
    };
    const auto residual = [&](std::span<const double> at, std::span<float> r) {
        ++fresh;
        return line.residual(at, r);
    };
    ConjugateGradient<float, double> solver;
    const auto result = solver.solve({apply, same, residual}, std::sqrt(500.0), x, 1e-12, 2000);
    EXPECT_GT(fresh, 2);
    std::vector<float> r(500);
    EXPECT_DOUBLE_EQ(result.residual, std::sqrt(line.residual(x, r) / 500.0));
    EXPECT_EQ(result.converged, result.residual <= 1e-12);
}

TEST(ConjugateGradient, EndsWhereTheOperatorIsNotPositive) {
    const auto negative = [](std::span<const Real> x, std::span<Real> y) {
        for (std::size_t i = 0; i < x.size(); ++i) y[i] = -x[i];
    };
    const auto b = wave(10);
    std::vector<Real> x(10, 0.0f);
    ConjugateGradient<Real> solver;
    EXPECT_FALSE(solver.solve(negative, identity, b, x, 1e-5, 100).converged);
}

TEST(ConjugateGradient, EndsWhereNumbersAreNotFinite) {
    auto b = wave(10);
    b[3] = std::nanf("");
    std::vector<Real> x(10, 0.0f);
    ConjugateGradient<Real> solver;
    EXPECT_FALSE(solver.solve(line_matrix, identity, b, x, 1e-5, 100).converged);
}

TEST(ConjugateGradient, HasTheSameBitsForAnyThreadCount) {
    const auto b = wave(5000);
    std::vector<std::vector<Real>> solutions;
    for (int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        std::vector<Real> x(b.size(), 0.0f);
        ConjugateGradient<Real> solver;
        solver.solve(line_matrix, jacobi, b, x, 1e-5, 200);
        solutions.push_back(x);
    }
    EXPECT_EQ(solutions[0], solutions[1]);
}

}  // namespace
}  // namespace lamella
