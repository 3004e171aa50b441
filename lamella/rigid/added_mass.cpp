#include <lamella/rigid/added_mass.hpp>

namespace lamella {

LiquidPushes::LiquidPushes(std::size_t bodies) {
    for (auto* column : {&liquid_, &force_, &torque_}) column->assign(bodies, Vec3d::Zero());
}

void LiquidPushes::take(std::span<const RigidBody> bodies, std::span<const RigidState> states, const BodyLoads& loads,
                        const Vec3d& gravity, double dt) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const RigidBody& body = bodies[i];
        const BodyLoad& load = loads.on[static_cast<std::size_t>(body.number)];
        const Vec3d torque = (load.angular - cross(states[i].centre, load.impulse)) / dt;
        const bool pushed = liquid_[i] != Vec3d::Zero() || load.impulse != Vec3d::Zero();  // before or now
        const double carried = pushed ? body.added_mass / body.mass : 0.0;
        if (states[i].held()) {  // nothing of this has moved it
            force_[i].setZero();
            torque_[i].setZero();
        }
        liquid_[i] = load.impulse / dt;
        force_[i] = (liquid_[i] + body.mass * gravity + carried * force_[i]) / (1.0 + carried);
        torque_[i] = (torque + carried * torque_[i]) / (1.0 + carried);
    }
}

}  // namespace lamella
