// What liquids and bodies do to each other, and where they must not be.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/validation/cases.hpp>

namespace lamella {

// Momentum that is exchanged sums to nothing; no liquid in bodies, and nothing through walls at 10 m/s.
void measure_exchange(const Run& run, CaseResult& result);

}  // namespace lamella
