#include <lamella/sph/accelerated_pressure.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace lamella {
namespace {

constexpr Real kStep = 0.245f;  // below 1 over the largest eigenvalue of the chain, 4

// load - A P for a chain with A = (-1, 2, -1) and ends held at 0.
std::vector<Real> residual(const std::vector<Real>& load, std::span<const Real> P) {
    std::vector<Real> left(load);
    for (std::size_t i = 0; i < load.size(); ++i) {
        left[i] -= 2.0f * P[i];
        if (i > 0) left[i] += P[i - 1];
        if (i + 1 < load.size()) left[i] += P[i + 1];
    }
    return left;
}

SolveReport solve(AcceleratedPressure& pressure, const std::vector<Real>& load, const Pull& pull = {},
                  Index at_least = 1) {
    const auto n = static_cast<Index>(load.size());
    pressure.resize(n);
    for (Index i = 0; i < n; ++i) pressure.start(i, 0.0f);
    return pressure.iterate({1e-4, at_least, 10000}, [&] {
        const std::vector<Real> left = residual(load, pressure.tried());
        double sum = 0.0;
        for (Index i = 0; i < n; ++i) sum += pressure.correct(i, left[static_cast<std::size_t>(i)], kStep, pull);
        return sum / n;
    });
}

int plain_iterations(const std::vector<Real>& load) {
    std::vector<Real> P(load.size(), 0.0f);
    for (int k = 1;; ++k) {
        const std::vector<Real> left = residual(load, P);
        double error = 0.0;
        for (std::size_t i = 0; i < load.size(); ++i) {
            P[i] += kStep * left[i];
            error += std::abs(left[i]);
        }
        if (error <= 1e-4 * static_cast<double>(load.size())) return k;
    }
}

TEST(AcceleratedPressure, SolvesAColumnInFewerIterations) {
    const std::vector<Real> load(20, 1.0f);
    AcceleratedPressure pressure;
    const SolveReport report = solve(pressure, load);
    EXPECT_TRUE(report.converged);
    EXPECT_LT(3 * report.iterations, plain_iterations(load));
    for (int i = 1; i <= 20; ++i) {
        const double exact = 0.5 * i * (21 - i);
        EXPECT_NEAR(pressure.found()[static_cast<std::size_t>(i - 1)], exact, 0.02) << i;
    }
}

TEST(AcceleratedPressure, DoesNotPull) {
    std::vector<Real> load(20, 1.0f);
    for (std::size_t i = 0; i < 10; ++i) load[i] = -1.0f;
    AcceleratedPressure pressure;
    EXPECT_TRUE(solve(pressure, load).converged);
    const std::vector<Real> left = residual(load, pressure.found());
    EXPECT_EQ(pressure.found()[0], 0.0f);
    EXPECT_GT(pressure.found()[15], 1.0f);
    for (std::size_t i = 0; i < load.size(); ++i) {
        EXPECT_GE(pressure.found()[i], 0.0f) << i;
        if (pressure.found()[i] > 0.0f)
            EXPECT_NEAR(left[i], 0.0f, 2e-3f) << i;
        else
            EXPECT_LE(left[i], 2e-3f) << i;
    }
}

// A solve does not wait for what pulls.
TEST(AcceleratedPressure, PullsAsFarAsItMay) {
    const std::vector<Real> load(20, -1.0f);
    AcceleratedPressure pressure;
    solve(pressure, load, {.least = -100.0f}, 2000);
    for (int i = 1; i <= 20; ++i)
        EXPECT_NEAR(pressure.found()[static_cast<std::size_t>(i - 1)], -0.5 * i * (21 - i), 0.1) << i;
    solve(pressure, load, {.least = -100.0f, .slack = 0.5f}, 2000);
    EXPECT_NEAR(pressure.found()[9], -0.25 * 10 * 11, 0.1);
    solve(pressure, load, {.least = -100.0f, .slack = 1.5f}, 2000);
    EXPECT_EQ(pressure.found()[9], 0.0f);
    solve(pressure, load, {.least = -20.0f}, 2000);
    EXPECT_EQ(pressure.found()[9], -20.0f);
    EXPECT_GT(pressure.found()[1], -20.0f);
}

TEST(AcceleratedPressure, SaysSoWhenItDoesNotConverge) {
    AcceleratedPressure pressure;
    pressure.resize(1);
    pressure.start(0, 0.0f);
    const SolveReport report = pressure.iterate({1e-4, 1, 7}, [] { return 1.0; });
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 7);
}

}  // namespace
}  // namespace lamella
