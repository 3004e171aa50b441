// What walls and bodies do to each particle in a step, and so, with the other sign, what the liquid does to them.
// Forces enter the part of a particle that its boundary particles have; at the end of the step each particle's sum goes
// to the bodies around it. Pressure pushes each body by what its own boundary particles have of it, all else is given
// out in the shares V_b W_ib where there are several, but what a solve gives to a body as a whole. The sum over all of
// them is what the liquid was given, to rounding; torques are those that the liquid loses.
//
// Counted are pressure, viscosity, adhesion, air pressure, thin features and contacts. Surface tensions have no part of
// walls; sheets' passengers are not counted.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/sph/contact/body_shares.hpp>
#include <lamella/sph/sph_kernel.hpp>

#include <vector>

namespace lamella {

struct SphLiquid;

class WallPush {
public:
    // Nothing is kept where there is no body that could be pushed and nobody asks for the walls.
    explicit WallPush(std::size_t bodies, bool asked_for) : bodies_(bodies), walls_(asked_for) {}

    bool active() const { return bodies_ > 0 || walls_; }
    std::size_t bodies() const { return bodies_; }
    void start(const SphLiquid& liquid);  // a step
    const BodyShares& near() const { return near_; }

    // An acceleration by forces that act over the whole step, and a change of velocity. From several threads, for
    // different particles.
    void accelerate(Index i, const Vec3& a) {
        if (active()) changes_.accelerations[static_cast<std::size_t>(i)] += a;
    }
    void change(Index i, const Vec3& dv) {
        if (active()) changes_.velocities[static_cast<std::size_t>(i)] += dv;
    }
    // Impulses that no particle's sum holds.
    void give(const BodyLoads& loads) { changes_.given += loads; }
    // The part of walls in pressure_acceleration(), for the p that the liquid carries.
    void accelerate_by_pressure(const SphLiquid& liquid);
    void change_by_pressure(const SphLiquid& liquid, double dt);

    // For a step that has to be tried again.
    void keep_changes() { kept_ = changes_; }
    void restore_changes() { changes_ = kept_; }

    // What a step of length dt did to walls and bodies so far; the particles are where they were at its beginning.
    BodyLoads loads(const SphLiquid& liquid, double dt) const;

private:
    // Of each particle.
    struct Changes {
        std::vector<Vec3> accelerations;
        std::vector<Vec3> velocities;
        std::vector<Real> pressures;  // p of the whole step, Pa
        std::vector<Real> impulses;   // p dt of solves, Pa s
        BodyLoads given;
    };
    struct Push {
        Index body;
        BodyLoad load;
    };

    void push_of(const SphLiquid& liquid, Index k, double dt, std::vector<Push>& pushes) const;

    std::size_t bodies_;
    bool walls_;  // asked for
    BodyShares near_;
    Changes changes_;
    Changes kept_;  // from before the step that may be refused
};

}  // namespace lamella
