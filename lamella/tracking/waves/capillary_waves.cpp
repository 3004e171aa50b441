#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/tracking/waves/capillary_waves.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {

WaveLaw WaveLaw::of_liquid(double kinematic_tension, double length, double damping, double pull) {
    const double k0 = 2.0 * std::numbers::pi / length;
    const double frequency = pull * std::sqrt(kinematic_tension * k0 * k0 * k0);
    return {0.5 * kinematic_tension * k0, 0.5 * kinematic_tension / k0, frequency * frequency, damping};
}

double WaveLaw::frequency(double lambda) const { return std::sqrt((tension + bending * lambda) * lambda + hold); }

double longest_wave_step(const SurfaceLaplacian& mesh, const WaveLaw& law) {
    const double z = law.damping, fastest = law.frequency(mesh.bound());
    return fastest > 0.0 ? 1.6 * (std::sqrt(1.0 + z * z) - z) / fastest : HUGE_VAL;
}

Index advance_waves(const SurfaceLaplacian& mesh, const WaveLaw& law, double seconds, WaveHeights& waves) {
    const double longest = longest_wave_step(mesh, law);
    const auto steps = std::max(Index{1}, static_cast<Index>(std::ceil(seconds / longest)));
    step_waves(mesh, law, seconds / steps, steps, waves);
    return steps;
}

void step_waves(const SurfaceLaplacian& mesh, const WaveLaw& law, double dt, Index steps, WaveHeights& waves) {
    const ProfileScope scope("step waves");
    const double drag = 2.0 * law.damping * std::sqrt(law.bending);
    std::vector<double> q(waves.height.size());
    double *h = waves.height.data(), *v = waves.speed.data();
    for (Index s = 0; s < steps; ++s) {
        parallel_for("wave curvature", mesh.size(),
                     [&](Index i) { q[i] = law.tension * h[i] - law.bending * mesh.at(i, h) + drag * v[i]; });
        parallel_for("wave speeds", mesh.size(),
                     [&](Index i) { v[i] += dt * (mesh.at(i, q.data()) - law.hold * h[i]); });
        parallel_for("wave heights", mesh.size(), [&](Index i) { h[i] += dt * v[i]; });
    }
}

}  // namespace lamella
