// Wall time of a piece of work.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace lamella {

inline constexpr int kRepeats = 5;

template <class Work>
double seconds_of(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The best of five, each after its own preparation, which is not timed.
template <class Prepare, class Work>
double best_seconds(Prepare&& prepare, Work&& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        prepare();
        best = std::min(best, seconds_of(work));
    }
    return best;
}
template <class Work>
double best_seconds(Work&& work) {
    return best_seconds([] {}, work);
}

}  // namespace lamella
