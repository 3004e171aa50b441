// How much denser than at rest particles are.
#pragma once

#include <lamella/core/columns.hpp>

#include <utility>

namespace lamella {

// Mean and largest (rho - rho0)_+ / rho0.
std::pair<double, double> mean_and_largest_compression(const ScalarColumn& density, Real rest_density);

}  // namespace lamella
