// What walls and bodies do to each particle in a step, and so, with the other sign, what the liquid does to them.
// Forces enter the part of a particle that its boundary particles have; at the end of the step each particle's sum goes
// to the bodies around it, in the shares V_b W_ib where there are several. The sum over all of them is exactly what the
// liquid was given; torques are those that the liquid loses.
//
// Counted are pressure, viscosity, adhesion, air pressure, thin features and contacts. Surface tensions have no part of
// walls; sheets' passengers are not counted.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/sph/sph_kernel.hpp>

#include <vector>

namespace lamella {

struct SphLiquid;

class WallPush {
public:
    // Nothing is kept where there is no body that could be pushed and nobody asks for the walls.
    explicit WallPush(std::size_t bodies, bool asked_for) : bodies_(bodies), active_(bodies > 0 || asked_for) {}

    bool active() const { return active_; }
    void start(Index particles);  // a step

    // An acceleration by forces that act over the whole step, and a change of velocity. From several threads, for
    // different particles.
    void accelerate(Index i, const Vec3& a) {
        if (active()) accelerations_[static_cast<std::size_t>(i)] += a;
    }
    void change(Index i, const Vec3& dv) {
        if (active()) changes_[static_cast<std::size_t>(i)] += dv;
    }
    // The part of walls in pressure_acceleration(), for the p that the liquid carries.
    void accelerate_by_pressure(const SphLiquid& liquid);
    void change_by_pressure(const SphLiquid& liquid, double dt);

    // For a step that has to be tried again.
    void keep_changes() { kept_changes_ = changes_; }
    void restore_changes() { changes_ = kept_changes_; }

    // What a step of length dt did to walls and bodies; the particles are where they were at its beginning.
    BodyLoads loads(const SphLiquid& liquid, double dt) const;

    // What one particle did to one body near it.
    struct Push {
        Index body;
        BodyLoad load;
    };

private:
    std::vector<std::vector<Push>> pushes_of_particles(const SphLiquid& liquid, double dt) const;

    std::size_t bodies_;
    bool active_;
    std::vector<Vec3> accelerations_;
    std::vector<Vec3> changes_;
    std::vector<Vec3> kept_changes_;  // from before the step that may be refused
};

}  // namespace lamella
