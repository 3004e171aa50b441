// What a step of a liquid costs.
#pragma once

#include "figures.hpp"
#include "timing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/core/real.hpp>

namespace lamella {

struct LiquidStep {
    double seconds;
    double iterations;  // of the pressure solve
    Index particles;
    double microseconds() const { return 1e6 * seconds / particles; }  // a particle
};

// How many times faster two threads are than one. Two solvers of one scene take turns of some steps, so that what else
// the machine does touches both; the best turn of each counts.
template <class Make>
double gain_of_two_threads(const Make& make, double step, int steps) {
    auto together = make(), alone = make();
    const auto turn = [&](auto& solver, int threads) {
        const ThreadLimit limit(threads);
        for (int k = 0; k < steps; ++k) solver.step(step);
    };
    turn(together, 2), turn(alone, 1);  // the first steps allocate
    double two = std::numeric_limits<double>::infinity(), one = two;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        two = std::min(two, seconds_of([&] { turn(together, 2); }));
        one = std::min(one, seconds_of([&] { turn(alone, 1); }));
    }
    return one / two;
}

inline Bar at_most(double value) { return {Better::lower, value}; }

}  // namespace lamella
