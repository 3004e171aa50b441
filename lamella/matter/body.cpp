#include <lamella/core/overloaded.hpp>
#include <lamella/core/parallel.hpp>
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

BodyState tracked(const PoseTrack& track, double time) {
    BodyState state;
    state.pose = track.at(time);
    const PoseTrack::Rates rates = track.rates_at(time);
    state.turning = rates.turning;
    state.drift = rates.drift;
    return state;
}

BodyState bent(const BendingMesh& bending, double time) {
    BodyState state;
    state.bent = std::make_shared<const BentShape>(*bending.animation, bending.ties, time, bending.band);
    return state;
}

double last_time(const Motion& keys) { return keys.keys.empty() ? 0.0 : keys.keys.back().time; }
double last_time(const PoseTrack& track) { return track.keys().empty() ? 0.0 : track.keys().back().time; }
double last_time(const BendingMesh& bending) { return bending.animation->last_time(); }

}  // namespace

// turning = [spin]x R, so [spin]x = turning R^T.
Vec3d BodyState::spin() const {
    const Mat3d cross = turning * pose.rotation.cast<double>().transpose();
    return 0.5 * Vec3d(cross(2, 1) - cross(1, 2), cross(0, 2) - cross(2, 0), cross(1, 0) - cross(0, 1));
}

void BodyState::speed_up(const Vec3d& velocity, const Vec3d& spin) {
    const Mat3d turn = pose.rotation.cast<double>();
    drift += velocity;
    for (int axis = 0; axis < 3; ++axis) turning.col(axis) += cross(spin, Vec3d(turn.col(axis)));
}

Vec3 Body::image(const BodyState& now, const Vec3& x) const {
    Vec3 nearest = x;
    Real least = std::numeric_limits<Real>::infinity();
    periodic.for_each_shift([&](const Vec3& shift) {
        const Real d = shape_distance(now, x + shift);
        if (d >= least) return;
        least = d;
        nearest = x + shift;
    });
    return nearest;
}

bool Body::moves() const {
    return std::visit(Overloaded{[](const Motion& keys) { return keys.moves(); },
                                 [](const PoseTrack& track) { return track.moves(); },
                                 [](const BendingMesh& bending) { return bending.animation->moves(); },
                                 [](const MovedBySolver&) { return true; }},
                      motion);
}

BodyState Body::state_at(double time) const {
    return std::visit(Overloaded{[&](const Motion& keys) { return keyframed(keys, time); },
                                 [&](const PoseTrack& track) { return tracked(track, time); },
                                 [&](const BendingMesh& bending) { return bent(bending, time); },
                                 [](const MovedBySolver&) { return BodyState{}; }},
                      motion);
}

BodyStates states_at(std::span<const Body> bodies, double time) {
    BodyStates states{time, {}};
    for (const Body& body : bodies) states.of.push_back(body.state_at(time));
    return states;
}

namespace {

Real fastest_sample(const Body& body, const BodyState& now) {
    Real fastest = now.drift.cast<Real>().norm();
    for (const Vec3& p : body.samples) fastest = std::max(fastest, now.velocity_of(p).norm());
    return fastest;
}

}  // namespace

Real speed_bound(const Body& body, const BodyState& now, double time) {
    return std::visit(Overloaded{[&](const MovedBySolver&) { return fastest_sample(body, now); },
                                 [&](const auto& known) { return time < last_time(known) ? body.max_speed : 0.0f; }},
                      body.motion);
}

BodyLoad exact_sum(std::span<const BodyLoad> loads) {
    const auto n = static_cast<Index>(loads.size());
    const auto load = [&](Index k) -> const BodyLoad& { return loads[static_cast<std::size_t>(k)]; };
    const Vec3d none = Vec3d::Zero();
    return {parallel_sum(
                "body forces", n, [&](Index k) { return load(k).impulse; }, none),
            parallel_sum(
                "body forces", n, [&](Index k) { return load(k).angular; }, none)};
}

}  // namespace lamella
