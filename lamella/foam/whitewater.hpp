// Spray, foam and bubbles, moved from frame to frame of a liquid (Ihmsen et al. 2012; where they come from:
// whitewater_ihmsen2012.hpp). What one is follows from how many particles of liquid are near it. Spray flies with
// gravity and the drag of a ball in air, foam goes with the liquid and dissolves, bubbles rise against the drag of the
// liquid.
//
// Departures: drag is quadratic, both in air and in liquid, and of second order in time instead of a share a step;
// bubbles are pushed by 2 g, as the liquid that they must move weighs half of what they displace, and their drag is
// such that they rise at a given speed (0.3 m/s is right for bubbles in water from 2 to 20 mm: Clift, Grace and Weber
// 1978).
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/foam/foam_settings.hpp>
#include <lamella/foam/liquid_between.hpp>
#include <lamella/matter/body.hpp>
#include <lamella/particles/liquid_domain.hpp>
#include <lamella/particles/neighbours.hpp>

#include <array>
#include <cstdint>

namespace lamella {

// Where whitewater may be. At closed faces and bodies spray dies and the others slide; through open faces and in sinks
// all of it leaves.
struct WhitewaterPlace {
    LiquidDomain domain;
    std::vector<Body> bodies;
};

struct WhitewaterSetup {
    Real spacing = 0.0f;
    Vec3 gravity = Vec3(0.0f, -9.81f, 0.0f);
    Real density = 1000.0f;  // of the liquid, kg/m^3
    std::uint64_t seed = 0;
    PeriodicBox periodic = {};
};

// What happened from one frame to the next.
struct WhitewaterReport {
    static constexpr std::array kAges{0.25, 0.5, 1.0, 2.0};  // s

    Index steps = 0;
    long born = 0;
    long died_of_age = 0;
    long died_at_walls = 0;
    long left = 0;
    long capped = 0;  // that max_particles kept from being born
    std::array<long, 3> count{};
    std::array<long, kAges.size() + 1> by_age{};  // younger than each of the ages, and the rest

    long died() const { return died_of_age + died_at_walls + left; }
};

class Whitewater {
public:
    using Parts = std::array<ParticleSet, kWhitewaterNames.size()>;

    // Goes on from parts as parts() gave them; `born` were born until then.
    Whitewater(const FoamSettings& settings, const WhitewaterSetup& setup, const Parts& parts = {}, long born = 0);

    // From one frame of the liquid, at `time`, to the next. `frame` makes the random numbers of each frame others.
    WhitewaterReport advance(const Run& run, const LiquidBetween& liquid, const WhitewaterPlace& place, double time,
                             double seconds, Index frame);

    // By kind, in the order of their ids: P, v, id, age (s), life (s left as foam) and pscale.
    Parts parts() const;
    const ParticleSet& particles() const { return particles_; }
    long born() const { return born_; }

private:
    struct Liquid;  // at a moment
    enum class Fate : std::uint8_t { lives, aged, wall, left };

    Index steps_for(const LiquidBetween& liquid, double seconds) const;
    void give_birth(const Liquid& liquid, Real dt, std::uint64_t moment, WhitewaterReport& report);
    void look_around(const Liquid& liquid);
    void move(const WhitewaterPlace& place, const BodyStates& bodies, Real dt, WhitewaterReport& report);
    Fate moved(Index i, Real dt);
    Fate kept_inside(const WhitewaterPlace& place, const BodyStates& bodies, Index i);
    void count(WhitewaterReport& report) const;

    FoamSettings settings_;
    WhitewaterSetup setup_;
    Vec3 gravity_;
    Real reference_speed_;
    ParticleSet particles_;       // with the column kind
    Vec3Column liquid_velocity_;  // around each of them
    long born_ = 0;
};

}  // namespace lamella
