// The period of something that swings and fades: of the sine that fits best,
//     y(t) = a exp(-b t) sin(omega t) + a' exp(-b t) cos(omega t) + c.
#pragma once

#include <lamella/validation/measurement.hpp>

namespace lamella {

// Looked for from half to twice the expected frequency (1/s), with fading within 0.6 of it.
double fitted_period(const Series& measured, double expected_omega);

}  // namespace lamella
