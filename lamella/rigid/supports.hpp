// What contacts did to bodies in the last step, as far as it can be expected again: a liquid that solves for the motion
// of a body has to know what it stands on. A body that lies on something still, with three points or more and flat
// across an axis, does not answer along that axis, nor turn about the others: else the thin film of liquid under it and
// what carries it would share its weight in any way that has been before. Once the liquid lifts it off, it answers.
// Other contacts are expected to push as they did; a hit is not expected twice, so such a push is at most as large as
// what it holds against.
#pragma once

#include <lamella/rigid/added_mass.hpp>
#include <lamella/rigid/contact_outcome.hpp>

namespace lamella {

class Supports {
public:
    explicit Supports(std::size_t bodies = 0);

    // After a step of that length.
    void take(const ContactOutcome& contacts, std::span<const RigidState> states, const LiquidPushes& pushes,
              double dt);

    const Vec3d& force(Index i) const { return force_[i]; }
    const Vec3d& torque(Index i) const { return torque_[i]; }  // about its centre
    bool lies_along(Index i, int axis) const { return (lies_[i] >> axis & 1) != 0; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("force", force_);
        visit("torque", torque_);
        visit("lies", lies_);
    }

private:
    std::vector<Vec3d> force_, torque_;
    std::vector<Index> lies_;  // bit a: along axis a
};

}  // namespace lamella
