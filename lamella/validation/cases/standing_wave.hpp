// A standing wave of half a wavelength in a tank: with k = pi / L and depth h its period is
// 2 pi / sqrt(g k tanh(k h)) (linear theory of gravity waves, Lamb 1932, section 228).
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/validation/measurement.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <string>

namespace lamella {

// The scene; `solver` is not in it.
extern const char* const kStandingWaveScene;

// Every particle is where the wave of linear theory carries it.
void raise_wave(ParticleSet& particles);

// The height of the wave follows from where the liquid is: mean cos(k x) over it is a / (2 h) for a surface at
// h + a cos(k x).
double cosine_of_wave(double x);
double height_of_mean_cosine(double mean);

// height_at(t) gives the height at later and later times. The period is judged to 3 %.
void add_wave(const std::string& name, int periods, FunctionRef<double(double t)> height_at, bool judged,
              CaseResult& result, Plot& plot);

}  // namespace lamella
