// The birth of spray, foam and bubbles at particles of liquid: how many each has, where, and how they move.
#pragma once

#include <lamella/foam/foam_settings.hpp>
#include <lamella/foam/whitewater_ihmsen2012.hpp>

#include <cstdint>

namespace lamella {

class Births {
public:
    // Random numbers depend on these two and on the parent's id.
    struct Dice {
        std::uint64_t seed;
        std::uint64_t moment;
    };

    Births(const FoamSettings& settings, Real spacing, const Dice& dice, Real reference_speed)
        : settings_(settings), spacing_(spacing), dice_(dice), reference_speed_(reference_speed) {}

    // Those of a step, in the order of their parents (P, v, id): P, v, life and pscale. At most `room`: of more, as
    // many are left out evenly, and added to `capped`.
    ParticleSet children(const ParticleSet& parents, const WhitewaterPotentials& potentials, Real dt, long room,
                         long& capped) const;

private:
    struct Parent {
        Vec3 position;
        Vec3 velocity;
        Real strength;
        bool leads_crest;
        std::uint64_t key;  // of its random numbers
    };
    void place_child(const Parent& parent, std::uint64_t number, Real dt, Index row, ParticleSet& children) const;

    const FoamSettings& settings_;
    Real spacing_;
    Dice dice_;
    Real reference_speed_;
};

}  // namespace lamella
