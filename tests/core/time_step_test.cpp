#include <lamella/core/time_step.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(TimeStep, EndsExactlyOnTheFrameWithoutATinyLastStep) {
    for (double stable : {0.3, 0.11, 0.0999, 0.05, 1.0, 2.0}) {
        double left = 1.0;
        double shortest = left;
        int steps = 0;
        while (left > 0.0) {
            const double dt = fit_step(stable, left);
            ASSERT_LE(dt, stable * (1.0 + 1e-12));
            shortest = dt < shortest ? dt : shortest;
            left -= dt;
            ASSERT_LT(++steps, 100);
        }
        EXPECT_EQ(left, 0.0);
        EXPECT_GE(shortest, 0.49 * (stable < 1.0 ? stable : 1.0));
    }
}

TEST(TimeStep, StepsOfAFrameAreEqual) {
    for (double stable : {0.3, 0.11, 0.005, 0.1, 0.025}) {
        double left = 0.1;
        const double first = fit_step(stable, left);
        for (; left > 0.0; left -= fit_step(stable, left)) ASSERT_NEAR(fit_step(stable, left), first, 1e-12);
    }
}

}  // namespace
}  // namespace lamella
