// Cases that do no work, and a folder that goes away.
#pragma once

#include <lamella/core/error.hpp>
#include <lamella/validation/validate.hpp>

#include <gtest/gtest.h>

#include <unistd.h>
#include <cmath>

namespace lamella {

inline Measurement measurement(double measured, double reference, Tolerance tolerance) {
    return {"speed <of> \"sound\"", "m/s", measured, reference, tolerance, "a book & a page"};
}

inline void measure_good(const Run&, const ValidateOptions&, CaseResult& result) {
    result.measurements.push_back(measurement(1.01, 1.0, relative(0.02)));
    result.plots.push_back({"Speed",
                            "time (s)",
                            "speed (m/s)",
                            {{"line", Series::Mark::line, {{0.0, 0.0}, {1.0, 2.0}}},
                             {"dots", Series::Mark::dots, {{0.5, 1.0}, {0.7, std::nan("")}}}}});
}
inline void measure_bad(const Run&, const ValidateOptions&, CaseResult& result) {
    result.measurements.push_back(measurement(1.05, 1.0, relative(0.02)));
}
inline void measure_broken(const Run&, const ValidateOptions&, CaseResult&) { throw RunError("the disk is full"); }

inline constexpr ValidationCase kGood{"good", "made_up", "this one is right", measure_good};
inline constexpr ValidationCase kBad{"bad", "made_up", "this one is wrong", measure_bad};
inline constexpr ValidationCase kBroken{"broken", "made_up", "this one throws", measure_broken};
inline constexpr ValidationCase kAllKinds[] = {kGood, kBad, kBroken};

struct ScratchFolder {
    std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / ("lamella_validation_" + std::to_string(getpid()));
    ~ScratchFolder() { std::filesystem::remove_all(path); }
};

}  // namespace lamella
