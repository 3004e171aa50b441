#include <lamella/core/disjoint_sets.hpp>
#include <lamella/rigid/sleeping.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr double kSlow = 0.01;      // of the speed of a fall through the body's size
constexpr double kStillTime = 0.5;  // s
constexpr double kTouching = 0.01;  // of the body's size: gaps at which something is touched

}  // namespace

bool Sleeping::slow(Index i, const RigidState& state) const {
    const RigidBody& body = bodies_[i];
    const double speed = state.velocity.norm() + spin_of(body, state).norm() * body.reach();
    return speed < kSlow * std::sqrt(2.0 * gravity_ * body.size());
}

void Sleeping::wake_touched(std::span<const Contact> contacts, std::span<RigidState> states) const {
    for (const Contact& c : contacts) {
        if (c.gap > kTouching * bodies_[c.a].size()) continue;
        if (c.b < 0) {
            if (states[c.a].asleep() && !c.ground.isZero(0.0)) wake_group(states[c.a].group, states);
            continue;
        }
        for (const auto& [sleeper, other] : {std::pair(c.a, c.b), std::pair(c.b, c.a)})
            if (states[sleeper].asleep() && !states[other].asleep() && !slow(other, states[other]))
                wake_group(states[sleeper].group, states);
    }
}

void Sleeping::wake_group(Index group, std::span<RigidState> states) const {
    for (RigidState& state : states)
        if (state.group == group && group >= 0) {
            state.group = -1;
            state.still_for = 0.0;
        }
}

void Sleeping::rest(const ContactImpulses& impulses, double dt, std::span<const char> pushed,
                    std::span<RigidState> states) const {
    const auto n = static_cast<Index>(states.size());
    for (Index i = 0; i < n; ++i)
        states[i].still_for = slow(i, states[i]) && !pushed[i] ? states[i].still_for + dt : 0.0;
    DisjointSets groups(n);
    std::vector<char> stands(states.size());  // on something that rests
    const auto contacts = impulses.contacts();
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Contact& c = contacts[k];
        if (!impulses.touched(k)) continue;
        if (c.b >= 0 && !states[c.b].asleep() && !states[c.a].asleep()) groups.join(c.a, c.b);
        if (c.b < 0 || states[c.b].asleep() || states[c.a].asleep()) stands[c.a] = 1;
        if (c.b >= 0 && states[c.a].asleep()) stands[c.b] = 1;
        if (c.b < 0 && !c.ground.isZero(0.0)) states[c.a].still_for = 0.0;
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
