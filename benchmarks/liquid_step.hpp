// What a step of a liquid costs.
#pragma once

#include "figures.hpp"

#include <lamella/core/real.hpp>

namespace lamella {

struct LiquidStep {
    double seconds;
    double iterations;  // of the pressure solve
    Index particles;
    double microseconds() const { return 1e6 * seconds / particles; }  // a particle
};

inline Bar at_most(double value) { return {Better::lower, value}; }

}  // namespace lamella
