#include <lamella/core/disjoint_sets.hpp>
#include <lamella/rigid/sleeping.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kSlow = 0.015;     // of the speed of a fall through the body's size
constexpr double kStillTime = 0.5;  // s
constexpr double kTouching = 0.01;  // of the body's size: gaps at which something is touched

}  // namespace

bool Sleeping::slow(Index i, const RigidState& state) const {
    const RigidBody& body = bodies_[i];
    const double speed = state.velocity.norm() + spin_of(body, state).norm() * body.reach();
    return speed < kSlow * std::sqrt(2.0 * gravity_ * body.size());
}

double Sleeping::closing_speed(const Contact& c, std::span<const RigidState> states) const {
    const auto velocity = [&](Index i, const Vec3d& at) -> Vec3d {
        return states[i].velocity + cross(spin_of(bodies_[i], states[i]), Vec3d(at - states[i].centre));
    };
    return c.normal.dot((c.b < 0 ? c.ground : velocity(c.b, c.on_b)) - velocity(c.a, c.on_a));
}

bool Sleeping::wake_touched(std::span<const Contact> contacts, double dt, std::span<RigidState> states) const {
    bool any = false;
    const auto wake = [&](Index i) {
        any = true;
        wake_group(states[i].group, states);
    };
    for (const Contact& c : contacts) {
        const double closing = std::max(closing_speed(c, states), 0.0) + gravity_ * dt;
        if (c.gap > kTouching * bodies_[c.a].size() + closing * dt) continue;
        if (c.b < 0) {
            if (states[c.a].asleep() && !c.ground.isZero(0.0)) wake(c.a);
            continue;
        }
        for (const auto& [sleeper, other] : {std::pair(c.a, c.b), std::pair(c.b, c.a)})
            if (states[sleeper].asleep() && !states[other].asleep() && !slow(other, states[other])) wake(sleeper);
    }
    return any;
}

void Sleeping::wake_group(Index group, std::span<RigidState> states) const {
    for (RigidState& state : states)
        if (state.group == group && group >= 0) {
            state.group = -1;
            state.still_for = 0.0;
        }
}

void Sleeping::rest(const ContactOutcome& outcome, double dt, std::span<const char> pushed,
                    std::span<RigidState> states) const {
    const auto n = static_cast<Index>(states.size());
    for (Index i = 0; i < n; ++i)
        states[i].still_for = slow(i, states[i]) && !pushed[i] && !states[i].held() ? states[i].still_for + dt : 0.0;
    DisjointSets groups(n);
    std::vector<char> stands(states.size());  // on something that rests
    for (std::size_t k = 0; k < outcome.contacts.size(); ++k) {
        const Contact& c = outcome.contacts[k];
        if (!outcome.given[k].touched) continue;
        if (c.b < 0) {
            stands[c.a] = 1;
            if (!c.ground.isZero(0.0)) states[c.a].still_for = 0.0;
            continue;
        }
        if (states[c.a].moves_freely() && states[c.b].moves_freely()) groups.join(c.a, c.b);
        for (const auto& [one, other] : {std::pair(c.a, c.b), std::pair(c.b, c.a)}) {
            if (states[other].moves_freely()) continue;
            stands[one] = 1;
            if (!slow(other, states[other])) states[one].still_for = 0.0;
        }
    }
    std::vector<char> ready(states.size(), 1), supported(states.size());
    for (Index i = 0; i < n; ++i) {
        if (states[i].still_for < kStillTime) ready[groups.find(i)] = 0;
        if (stands[i]) supported[groups.find(i)] = 1;
    }
    for (Index i = 0; i < n; ++i) {
        const Index group = groups.find(i);
        if (states[i].asleep() || !ready[group] || !supported[group]) continue;
        states[i].velocity.setZero();
        states[i].angular.setZero();
        states[i].group = group;
    }
}

}  // namespace lamella
