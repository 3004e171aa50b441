// The front of a column of water, a wide and 2 a high, that is let go at once, against the experiments of Martin
// and Moyce 1952 and Koshizuka and Oka 1996. T = t sqrt(2 g / a), Z = x / a, where x is half a spacing beyond the
// 99.5 % quantile of the particles that hang together with the bulk (at least five neighbours within two spacings). No
// time shift: the experiments have a gate that takes its time, so liquid without one runs ahead.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/validation/measurement.hpp>
#include <lamella/validation/sampled_curve.hpp>

namespace lamella {

// The scene, a = 0.146 m, with a = 40 spacings; `solver` is not in it.
extern const char* const kDamBreakScene;

// (T, Z) until the front is beyond Z = 4; liquid_at(t) gives the particles at later and later times.
Curve front_curve(FunctionRef<const ParticleSet&(double t)> liquid_at, Real spacing);

// The deviations from each experiment, and their root mean square, which is at most 8 % if it is `judged`.
void add_front(const std::string& name, const Curve& curve, bool judged, CaseResult& result);

// The experiments as dots.
void add_experiments(Plot& plot);

}  // namespace lamella
