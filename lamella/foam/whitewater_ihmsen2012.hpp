// Where spray, foam and bubbles come from: the potentials of Ihmsen, Akinci, Akinci and Teschner 2012, "Unified Spray,
// Foam and Air Bubbles for Particle-Based Fluids". Particles of liquid that move fast enough (kinetic energy) and
// either meet others (trapped air) or lead the tip of a wave (wave crest) are the parents of many small ones,
//
//     n = I_k (k_ta I_ta + k_wc I_wc) dt.
//
// Departures: the sums run over a support of two spacings. The trapped air is divided by the kernel's sum in a full
// neighbourhood, so that it is a speed, and its limits are shares of one reference speed, 1 m/s, the onset of
// entrainment by jets and waves of water, or 2 sqrt(g d) where particles are so large that they fall as fast by
// themselves. A tip that falls along gravity is no crest: drops and poured streams fall without breaking up. Children
// of a crest begin in the air before it (birth.cpp).
#pragma once

#include <lamella/foam/foam_settings.hpp>
#include <lamella/particles/neighbours.hpp>

#include <vector>

namespace lamella {

inline constexpr Real kWhitewaterSupport = 2.0f;  // in spacings

// The speed that limits are shares of.
Real reference_speed(const FoamSettings& settings, const Vec3& gravity, Real spacing);

// What the limits are put to: 0 up to `min`, 1 from `max` on, linear between.
inline Real clamped_potential(Real value, Real min, Real max) {
    return (std::min(value, max) - std::min(value, min)) / (max - min);
}

// Of all particles, in their order.
struct WhitewaterPotentials {
    std::vector<Real> trapped_air;  // m/s
    std::vector<Real> wave_crest;   // 1, nothing where the particle leads no crest
    std::vector<Vec3> normals;      // outward, of unit length at the surface, zero inside
};

// `liquid` has P and v and is in the order of the grid that the neighbours come from, whose radius is the support.
WhitewaterPotentials whitewater_potentials(const ParticleSet& liquid, const Neighbours& neighbours, Real spacing,
                                           const Vec3& gravity, Real least_speed);

// The number of children a second, for every particle; `strength` is the share of the greatest, for their lifetime.
struct BirthRate {
    Real per_second = 0.0f;
    Real strength = 0.0f;
};
BirthRate birth_rate(const FoamSettings& settings, Real reference, Real trapped_air, Real wave_crest, Real speed);

}  // namespace lamella
