// What contacts did to bodies in the last step, as far as it can be expected again: a liquid that solves for the motion
// of a body has to know that it stands on something. A hit is not expected twice, so a support is at most as large as
// what it holds against.
#pragma once

#include <lamella/rigid/added_mass.hpp>
#include <lamella/rigid/contact_impulses.hpp>

namespace lamella {

class Supports {
public:
    explicit Supports(std::size_t bodies = 0);

    // After a step of that length.
    void take(const ContactImpulses& contacts, std::span<const RigidState> states, const LiquidPushes& pushes,
              double dt);

    const Vec3d& force(Index i) const { return force_[i]; }
    const Vec3d& torque(Index i) const { return torque_[i]; }  // about its centre

    template <class Visitor>
    void state(Visitor& visit) {
        visit("force", force_);
        visit("torque", torque_);
    }

private:
    std::vector<Vec3d> force_, torque_;
};

}  // namespace lamella
