#include <lamella/rigid/holding.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kJustBefore = 1e-6;  // of a time: more than the rounding of keyframes
constexpr double kRounding = 1e-9;    // s, of the steps

Index hold_at(const RigidBody& body, double time) {
    const auto covers = [&](const Hold& hold) {
        return hold.from <= time + kRounding && time + kRounding < hold.until;
    };
    const auto found = std::ranges::find_if(body.holds, covers);
    return found == body.holds.end() ? -1 : static_cast<Index>(found - body.holds.begin());
}

struct HeldRates {
    Vec3d velocity, spin;
};

HeldRates rates_at(const RigidBody& body, const RigidState& state, double time) {
    BodyState now;
    now.pose = body.motion.at(time);
    std::tie(now.turning, now.drift) = body.motion.rates_at(time);
    return {now.turning * (state.grip_centre - body.motion.pivot.cast<double>()) + now.drift, now.spin()};
}

// Its place at a time, with the rates of another one, at which a key may not have begun yet.
void follow(const RigidBody& body, double time, double rates_time, RigidState& state) {
    const RigidTransform pose = body.motion.at(time);
    const Mat3d turn = pose.rotation.cast<double>();
    state.centre = turn * state.grip_centre + pose.translation.cast<double>();
    state.frame = turn * state.grip_frame;
    make_orthonormal(state.frame);
    const HeldRates rates = rates_at(body, state, rates_time);
    state.velocity = rates.velocity;
    state.angular = state.frame * body.axes.inertia.cwiseProduct(state.frame.transpose() * rates.spin);
}

void take_hold(const RigidBody& body, double time, Index hold, RigidState& state) {
    const RigidTransform pose = body.motion.at(time);
    const Mat3d back = pose.rotation.cast<double>().transpose();
    state.hold = hold;
    state.grip_centre = back * (state.centre - pose.translation.cast<double>());
    state.grip_frame = back * state.frame;
    follow(body, time, time, state);
}

}  // namespace

bool is_held_at(const RigidBody& body, double time) { return hold_at(body, time) >= 0; }

void hold_at_start(const RigidBody& body, double time, RigidState& state) {
    state.hold = hold_at(body, time);
    if (!state.held()) return;
    state.grip_centre = state.centre;
    state.grip_frame = state.frame;
    follow(body, time, time, state);
}

void move_on(const RigidBody& body, double time, double h, RigidState& state) {
    const double end = time + h;
    double free = h;
    if (state.held()) {
        const double until = body.holds[static_cast<std::size_t>(state.hold)].until;
        if (until > end + kRounding) return follow(body, end, end, state);
        follow(body, until, until * (1.0 - kJustBefore), state);
        state.hold = -1;
        free = std::clamp(end - until, 0.0, h);
    }
    move_freely(body, free, state);
    if (const Index next = hold_at(body, end); next >= 0) take_hold(body, end, next, state);
}

double held_speed(const RigidBody& body, const RigidState& state, double time) {
    const HeldRates rates = rates_at(body, state, time);
    return rates.velocity.norm() + rates.spin.norm() * body.reach();
}

}  // namespace lamella
