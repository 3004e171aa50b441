#include <lamella/rigid/supports.hpp>

#include <algorithm>

namespace lamella {

Supports::Supports(std::size_t bodies) : force_(bodies, Vec3d::Zero()), torque_(bodies, Vec3d::Zero()) {}

void Supports::take(const ContactImpulses& contacts, std::span<const RigidState> states, const LiquidPushes& pushes,
                    double dt) {
    const std::vector<BodyLoad> given = contacts.given_to(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Vec3d force = given[i].impulse / dt;
        const double size = force.norm(), held = pushes.force(static_cast<Index>(i)).norm();
        const double share = size > held ? held / size : 1.0;
        force_[i] = share * force;
        torque_[i] = share * (given[i].angular / dt - cross(states[i].centre, force));
    }
}

}  // namespace lamella
