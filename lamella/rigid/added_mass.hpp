// What liquids do to bodies in a step, when both are stepped one after the other. Liquid that a body sets in motion
// answers with the force -M a, M its added mass. Taken from the step before, this makes bodies that are lighter than M
// swing up without end, however short the step (Causin et al. 2005). So a body that liquid pushes is
// stepped as if it carried the mass M, and is given back what that mass had in the step before:
//
//     (m + M) a = F + M a_before,   F everything that acts on the body,
//
// and the same for its turning, with M / m of its inertia. Where a changes slowly the solution is the same; it is
// stable where M is at least half of the true added mass. What is borrowed in a step is given back in the next.
#pragma once

#include <lamella/rigid/rigid_body.hpp>

#include <span>

namespace lamella {

class LiquidPushes {
public:
    explicit LiquidPushes(std::size_t bodies = 0);

    // The loads of a step that begins now and takes dt.
    void take(std::span<const RigidBody> bodies, std::span<const RigidState> states, const BodyLoads& loads, double dt);

    bool push(Index i) const { return force_[i] != Vec3d::Zero(); }
    const Vec3d& force(Index i) const { return force_[i]; }

    // On a body on which `others` act besides the liquid: the force and the torque about its centre that it is moved
    // by.
    Vec3d force_on(const RigidBody& body, Index i, const Vec3d& others) const;
    Vec3d torque_on(const RigidBody& body, Index i) const;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("velocity", velocity_);
        visit("angular", angular_);
        visit("dt", dt_);
    }

private:
    std::vector<Vec3d> force_, torque_;
    std::vector<Vec3d> acceleration_, angular_rate_;  // in the step before
    std::vector<Vec3d> velocity_, angular_;           // at the beginning of this step
    double dt_ = 0.0;                                 // its length; 0 before the first
};

}  // namespace lamella
