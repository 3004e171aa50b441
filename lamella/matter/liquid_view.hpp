// What probes see of a liquid between two steps.
#pragma once

#include <lamella/matter/material.hpp>
#include <lamella/particles/particle_set.hpp>

#include <concepts>
#include <span>

namespace lamella {

struct PressureSample {
    Vec3 at;
    Real pressure;         // Pa
    bool at_wall = false;  // then it is asked for only where there is no other
};

struct LiquidView {
    const ParticleSet* particles;  // P, v, phase
    Real spacing;
    const PhaseMaterials* materials;
    // In the last step, where it is known; and within what radius of a point it is looked at.
    std::span<const PressureSample> pressures = {};
    Real pressure_reach = 0.0f;
};

// A solver whose liquid can be probed.
template <class S>
concept HasLiquid = requires(const S& there) {
    { there.liquid_view() } -> std::same_as<LiquidView>;
};

}  // namespace lamella
