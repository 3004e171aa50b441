// How an iterative solve went.
#pragma once

#include <lamella/core/real.hpp>

namespace lamella {

struct SolveReport {
    Index iterations = 0;
    double error = 0.0;  // what is left, in the units of the solver's own tolerance
    bool converged = true;
};

}  // namespace lamella
