// Waves as heights h over a mesh that stands still, along its normals (Yu 2011, section 5.4), with
//
//     h'' = a L h - b L^2 h - c h + 2 z sqrt(b) L h',   a = sigma k0 / (2 rho), b = sigma / (2 rho k0), c = (s w0)^2,
//
// by symplectic Euler. Departures from eq. 5.6, X'' = 2 k_b (A^-1 W)^2 X + k_s (X - X_b):
//
// - its signs are wrong: 1e-6 grows to 1e6 in 56 steps;
// - it bends the surface itself, not what is on it: a ball at rest is pushed inwards, and the roughness of the mesh
//   drives nine times more than a wave does. Here L, the operator of the frozen mesh, acts on the heights alone;
// - bending alone has frequencies that go with k^2. Those of deep liquid go with k^1.5, w^2 = (sigma / rho) k^3; a
//   tension beside the bending, matched at k0, is within 8 % of them over lengths from 1/2 to 4/3 of 2 pi / k0;
// - damping is by the share z of the critical one at every length.
//
// sum A h is kept to rounding: h' changes by L of something, and c h by what has no mean.
#pragma once

#include <lamella/tracking/waves/surface_laplacian.hpp>

namespace lamella {

struct WaveLaw {
    double tension = 0.0;  // a, m^2/s^2
    double bending = 0.0;  // b, m^4/s^2
    double hold = 0.0;     // c, 1/s^2
    double damping = 0.0;  // z

    // For a liquid of that sigma / rho, matched at waves of that length in metres; `pull` is s.
    static WaveLaw of_liquid(double kinematic_tension, double length, double damping, double pull);

    // Frequency of a wave for which L is -lambda, 1/s.
    double frequency(double lambda) const;
};

struct WaveHeights {
    std::vector<double> height;  // m
    std::vector<double> speed;   // m/s

    template <class Visitor>
    void state(Visitor& visit) {
        visit("height", height);
        visit("speed", speed);
    }
};

// How long a step may be: 1.6 over the highest frequency that the mesh can have, less for strong damping.
double longest_wave_step(const SurfaceLaplacian& mesh, const WaveLaw& law);

// Goes on by `seconds` in the fewest equal steps that are short enough; gives how many.
Index advance_waves(const SurfaceLaplacian& mesh, const WaveLaw& law, double seconds, WaveHeights& waves);

// Steps of a given length.
void step_waves(const SurfaceLaplacian& mesh, const WaveLaw& law, double dt, Index steps, WaveHeights& waves);

}  // namespace lamella
