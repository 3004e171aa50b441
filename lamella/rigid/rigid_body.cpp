#include <lamella/rigid/holding.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

bool none(const std::array<bool, 3>& of) {
    return std::ranges::none_of(of, [](bool each) { return each; });
}

bool turns_freely(const RigidBody& body) { return none(body.no_turn); }

Mat3d cross_matrix(const Vec3d& w) {
    Mat3d m;
    m << 0.0, -w.z(), w.y(), w.z(), 0.0, -w.x(), -w.y(), w.x(), 0.0;
    return m;
}

// The rotation by the angle |w| about w (Rodrigues).
Mat3d rotation_by(const Vec3d& w) {
    const double angle = w.norm();
    if (angle == 0.0) return Mat3d::Identity();
    const Mat3d k = cross_matrix(w / angle);
    return Mat3d::Identity() + std::sin(angle) * k + (1.0 - std::cos(angle)) * k * k;
}

}  // namespace

double RigidBody::reach() const {
    if (skin.is_ball()) return static_cast<double>(skin.radius);
    const Vec3d c = centre;
    return (bounds.max.cast<double>() - c).cwiseAbs().cwiseMax((bounds.min.cast<double>() - c).cwiseAbs()).norm();
}

RigidState state_at_start(const RigidBody& body, double time) {
    RigidState state;
    state.centre = body.centre;
    state.frame = body.axes.frame;
    state.velocity = body.velocity;
    state.angular = body.axes.frame * body.axes.inertia.cwiseProduct(body.axes.frame.transpose() * body.spin);
    hold_at_start(body, time, state);
    return state;
}

Vec3d inverse_mass(const RigidBody& body) {
    Vec3d result;
    for (int a = 0; a < 3; ++a) result[a] = body.no_move[static_cast<std::size_t>(a)] ? 0.0 : 1.0 / body.mass;
    return result;
}

// With locked axes that of the block of the others: the lock's own torque keeps their spins at zero.
Mat3d inverse_inertia(const RigidBody& body, const RigidState& state) {
    return inverse_inertia(body, state, body.no_turn);
}

Mat3d inverse_inertia(const RigidBody& body, const RigidState& state, const std::array<bool, 3>& no_turn) {
    const Mat3d& Q = state.frame;
    if (none(no_turn)) return Q * body.axes.inertia.cwiseInverse().asDiagonal() * Q.transpose();
    Mat3d inertia = Q * body.axes.inertia.asDiagonal() * Q.transpose();
    for (int a = 0; a < 3; ++a) {
        if (!no_turn[static_cast<std::size_t>(a)]) continue;
        inertia.row(a).setZero();
        inertia.col(a).setZero();
        inertia(a, a) = 1.0;
    }
    Mat3d inverse = inertia.inverse();
    for (int a = 0; a < 3; ++a)
        if (no_turn[static_cast<std::size_t>(a)]) inverse(a, a) = 0.0;
    return inverse;
}

// Locks do not stop what holds a body.
Vec3d spin_of(const RigidBody& body, const RigidState& state) {
    if (!state.held() && !none(body.no_turn)) return inverse_inertia(body, state) * state.angular;
    return state.frame * (state.frame.transpose() * state.angular).cwiseQuotient(body.axes.inertia);
}

BodyState body_state(const RigidBody& body, const RigidState& state) {
    const Mat3d turn = state.frame * body.axes.frame.transpose();
    BodyState result;
    result.pose.rotation = turn.cast<Real>();
    result.pose.translation = (state.centre - turn * body.centre).cast<Real>();
    result.turning = cross_matrix(spin_of(body, state)) * turn;
    result.pivot = body.centre;
    result.drift = state.velocity;
    return result;
}

double kinetic_energy(const RigidBody& body, const RigidState& state) {
    return 0.5 * body.mass * state.velocity.squaredNorm() + 0.5 * state.angular.dot(spin_of(body, state));
}

void move_freely(const RigidBody& body, double dt, RigidState& state) {
    state.centre += dt * state.velocity;
    if (turns_freely(body))
        rotate_freely(body.axes.inertia, state.angular, dt, state.frame);
    else
        state.frame = rotation_by(dt * spin_of(body, state)) * state.frame;
    make_orthonormal(state.frame);
}

}  // namespace lamella
