#include <lamella/core/error.hpp>
#include <lamella/geometry/pose_track.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

using Quaternion = Eigen::Quaterniond;

Quaternion quaternion_of(const PoseKey& key) { return Quaternion(key.rotation); }

// The turn from a to b, by at most half a turn: q(s) = exp(s turn) a.
Eigen::AngleAxisd turn_between(const PoseKey& a, const PoseKey& b) {
    Quaternion turn = quaternion_of(b) * quaternion_of(a).conjugate();
    if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
    return Eigen::AngleAxisd(turn);
}

bool differ(const PoseKey& a, const PoseKey& b) {
    return a.translation != b.translation || (a.rotation != b.rotation && a.rotation != -b.rotation);
}

double path_between(const PoseKey& a, const PoseKey& b, double arm) {
    return (b.translation - a.translation).norm() + turn_between(a, b).angle() * arm;
}

}  // namespace

// Rotation and translation at a time, with their rates.
struct PoseTrack::State {
    Mat3d rotation = Mat3d::Identity();
    Vec3d translation = Vec3d::Zero();
    Vec3d spin = Vec3d::Zero();
    Vec3d drift = Vec3d::Zero();

    static State of(const PoseKey& key) { return {quaternion_of(key).toRotationMatrix(), key.translation}; }

    static State between(const PoseKey& a, const PoseKey& b, double t) {
        const double length = b.time - a.time, s = (t - a.time) / length;
        const Eigen::AngleAxisd turn = turn_between(a, b);
        const Quaternion q = Eigen::AngleAxisd(s * turn.angle(), turn.axis()) * quaternion_of(a);
        const Vec3d moved = b.translation - a.translation;
        return {q.toRotationMatrix(), a.translation + s * moved, turn.angle() / length * turn.axis(), moved / length};
    }
    static State among(std::span<const PoseKey> keys, double t) {
        if (keys.empty()) return {};
        const auto after =
            std::upper_bound(keys.begin(), keys.end(), t, [](double a, const PoseKey& k) { return a < k.time; });
        if (after == keys.begin()) return of(keys.front());
        if (after == keys.end()) return of(keys.back());
        return between(*(after - 1), *after, t);
    }
};

PoseTrack::State PoseTrack::state_at(double t) const {
    State state = State::among(keys_, t);
    const State rest = State::of(rest_);
    state.rotation *= rest.rotation.transpose();
    const Vec3d arm = state.rotation * rest.translation;
    state.translation -= arm;
    state.drift -= cross(state.spin, arm);
    const Vec3d turned = state.rotation * origin_;
    state.translation += turned - origin_;
    state.drift += cross(state.spin, turned);
    return state;
}

PoseTrack::PoseTrack(std::vector<PoseKey> keys) : keys_(std::move(keys)) {
    for (PoseKey& key : keys_) {
        const double length = key.rotation.norm();
        if (!(length > 0.0 && std::isfinite(length))) throw RunError("a quaternion of a track is zero or not finite");
        key.rotation /= length;
    }
    const auto late = [](const PoseKey& a, const PoseKey& b) { return !(a.time <= b.time); };
    if (std::adjacent_find(keys_.begin(), keys_.end(), late) != keys_.end())
        throw RunError("the times of a track decrease");
}

bool PoseTrack::moves() const { return std::adjacent_find(keys_.begin(), keys_.end(), differ) != keys_.end(); }

bool PoseTrack::jumps() const {
    const auto jump = [](const PoseKey& a, const PoseKey& b) { return a.time == b.time && differ(a, b); };
    return std::adjacent_find(keys_.begin(), keys_.end(), jump) != keys_.end();
}

RigidTransform PoseTrack::at(double t) const {
    const State state = state_at(t);
    return {state.rotation.cast<Real>(), state.translation.cast<Real>()};
}

PoseKey PoseTrack::key_at(double t) const {
    const State state = state_at(t);
    return {t, state.translation, Quaternion(state.rotation).coeffs()};
}

PoseTrack::Rates PoseTrack::rates_at(double t) const {
    const State state = state_at(t);
    Mat3d turning;
    for (int c = 0; c < 3; ++c) turning.col(c) = cross(state.spin, Vec3d(state.rotation.col(c)));
    return {turning, state.drift};
}

Vec3 PoseTrack::velocity_at(double t, const Vec3& rest_point) const {
    const Rates rates = rates_at(t);
    return (rates.turning * rest_point.cast<double>() + rates.drift).cast<Real>();
}

Vec3d PoseTrack::spin_at(double t) const { return state_at(t).spin; }

Real PoseTrack::path_bound(Real arm) const {
    double path = 0.0;
    for (std::size_t k = 1; k < keys_.size(); ++k) path += path_between(keys_[k - 1], keys_[k], longest_arm(arm));
    return static_cast<Real>(path);
}

Real PoseTrack::speed_bound(Real arm) const {
    double fastest = 0.0;
    for (std::size_t k = 1; k < keys_.size(); ++k) {
        const double length = keys_[k].time - keys_[k - 1].time;
        if (length > 0.0) fastest = std::max(fastest, path_between(keys_[k - 1], keys_[k], longest_arm(arm)) / length);
    }
    return static_cast<Real>(fastest);
}

PoseTrack PoseTrack::relative_to(const PoseKey& rest) const {
    PoseTrack track = *this;
    track.rest_ = rest;
    track.rest_.rotation.normalize();
    return track;
}

PoseTrack PoseTrack::seen_from(const Vec3d& origin) const {
    PoseTrack track = *this;
    track.origin_ += origin;
    return track;
}

// The keys turn about what rest_ moved from the origin.
double PoseTrack::longest_arm(Real arm) const { return static_cast<double>(arm) + rest_.translation.norm(); }

}  // namespace lamella
