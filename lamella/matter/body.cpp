#include <lamella/core/overloaded.hpp>
#include <lamella/matter/body.hpp>

#include <algorithm>

namespace lamella {
namespace {

BodyState keyframed(const Motion& motion, double time) {
    BodyState state;
    state.pose = motion.at(time);
    state.pivot = motion.pivot.cast<double>();
    std::tie(state.turning, state.drift) = motion.rates_at(time);
    return state;
}

}  // namespace

// turning = [spin]x R, so [spin]x = turning R^T.
Vec3d BodyState::spin() const {
    const Mat3d cross = turning * pose.rotation.cast<double>().transpose();
    return 0.5 * Vec3d(cross(2, 1) - cross(1, 2), cross(0, 2) - cross(2, 0), cross(1, 0) - cross(0, 1));
}

bool Body::moves() const {
    return std::visit(Overloaded{[](const Motion& keys) { return keys.moves(); },
                                 [](const MovedBySolver&) { return true; }},
                      motion);
}

BodyStates states_at(std::span<const Body> bodies, double time) {
    BodyStates states{time, {}};
    for (const Body& body : bodies)
        states.of.push_back(std::visit(Overloaded{[&](const Motion& motion) { return keyframed(motion, time); },
                                                  [](const MovedBySolver&) { return BodyState{}; }},
                                       body.motion));
    return states;
}

Real speed_bound(const Body& body, const BodyState& now, double time) {
    return std::visit(Overloaded{[&](const Motion& motion) {
                                     const bool at_rest = motion.keys.empty() || time >= motion.keys.back().time;
                                     return at_rest ? 0.0f : body.max_speed;
                                 },
                                 [&](const MovedBySolver&) {
                                     Real fastest = now.velocity_of(now.pivot.cast<Real>()).norm();
                                     for (const Vec3& p : body.samples)
                                         fastest = std::max(fastest, now.velocity_of(p).norm());
                                     return fastest;
                                 }},
                      body.motion);
}

}  // namespace lamella
