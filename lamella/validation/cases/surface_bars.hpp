// What the cases of surfaces share.
#pragma once

#include <lamella/validation/validate.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace lamella {

// The largest of f(seed) over one random seed, or five of a full validation; a NaN stays.
template <class F>
double worst(const ValidateOptions& options, F&& f) {
    constexpr std::uint64_t kQuickSeeds = 1;
    constexpr std::uint64_t kFullSeeds = 5;
    double result = 0.0;
    for (std::uint64_t seed = 1; seed <= (options.full ? kFullSeeds : kQuickSeeds); ++seed) {
        const double value = f(seed);
        if (!(value <= result)) result = value;
    }
    return result;
}

inline void at_most(CaseResult& result, std::string quantity, double measured, double bar, std::string source) {
    result.measurements.push_back({std::move(quantity), "1", measured, 0.0, absolute(bar), std::move(source)});
}

}  // namespace lamella
