// Steps that end exactly on frame times.
#pragma once

#include <algorithm>
#include <cmath>

namespace lamella {

// The step to take when `stable` is allowed and `left` remains of the frame: the frame's steps are equal, because
// the pressure that removes what is left of a density error grows with the inverse square of a step that is shorter
// than the one before.
inline double fit_step(double stable, double left) {
    constexpr double kRounding = 1e-12;
    return left / std::max(std::ceil(left / stable * (1.0 - kRounding)), 1.0);
}

}  // namespace lamella
