#include <lamella/rigid/added_mass.hpp>

namespace lamella {
namespace {

// M / m.
double carried(const RigidBody& body) { return body.added_mass / body.mass; }

}  // namespace

LiquidPushes::LiquidPushes(std::size_t bodies) {
    for (auto* column : {&force_, &torque_, &acceleration_, &angular_rate_, &velocity_, &angular_})
        column->assign(bodies, Vec3d::Zero());
}

void LiquidPushes::take(std::span<const RigidBody> bodies, std::span<const RigidState> states, const BodyLoads& loads,
                        double dt) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyLoad& load = loads.on[static_cast<std::size_t>(bodies[i].number)];
        force_[i] = load.impulse / dt;
        torque_[i] = (load.angular - cross(states[i].centre, load.impulse)) / dt;
        if (dt_ > 0.0) {
            acceleration_[i] = (states[i].velocity - velocity_[i]) / dt_;
            angular_rate_[i] = (states[i].angular - angular_[i]) / dt_;
        }
        velocity_[i] = states[i].velocity;
        angular_[i] = states[i].angular;
    }
    dt_ = dt;
}

Vec3d LiquidPushes::force_on(const RigidBody& body, Index i, const Vec3d& others) const {
    if (!push(i)) return others;
    return (force_[i] + others + body.added_mass * acceleration_[i]) / (1.0 + carried(body));
}

Vec3d LiquidPushes::torque_on(const RigidBody& body, Index i) const {
    if (!push(i)) return Vec3d::Zero();
    return (torque_[i] + carried(body) * angular_rate_[i]) / (1.0 + carried(body));
}

}  // namespace lamella
