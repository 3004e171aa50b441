// What liquids do to bodies in a step, when both are stepped one after the other. Liquid that a body sets in motion
// answers with the force -M a, M its added mass. Taken from the step before, this makes bodies that are lighter than M
// swing up without end, however short the step (Causin et al. 2005). So a body that liquid pushes is stepped as if it
// carried the mass M, and is given back what that mass had in the step before:
//
//     (m + M) a = F + M a_before,   F the push of the liquid and the weight,
//
// and the same for its turning, with M / m of its inertia. Where F changes slowly the solution is the same, else it
// follows within M / m steps; it is stable where M is at least half of the true added mass. Impulses of contacts are no
// part of a: given back they would count M / m times.
#pragma once

#include <lamella/rigid/rigid_body.hpp>

#include <span>

namespace lamella {

class LiquidPushes {
public:
    explicit LiquidPushes(std::size_t bodies = 0);

    // The loads of a step that begins now and takes dt.
    void take(std::span<const RigidBody> bodies, std::span<const RigidState> states, const BodyLoads& loads,
              const Vec3d& gravity, double dt);

    const Vec3d& of_liquid(Index i) const { return liquid_[i]; }  // N
    // What the body is moved by: the force with its weight, and the torque about its centre.
    const Vec3d& force(Index i) const { return force_[i]; }
    const Vec3d& torque(Index i) const { return torque_[i]; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("liquid", liquid_);
        visit("force", force_);
        visit("torque", torque_);
    }

private:
    std::vector<Vec3d> liquid_, force_, torque_;
};

}  // namespace lamella
