#include <lamella/geometry/motion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// Translation and angles (radians) at a time, with their rates.
struct Pose {
    Vec3d translation = Vec3d::Zero();
    Vec3d angles = Vec3d::Zero();
    Vec3d translation_rate = Vec3d::Zero();
    Vec3d angle_rates = Vec3d::Zero();
};

constexpr double kRadians = std::numbers::pi / 180.0;

Pose pose_at(const std::vector<Keyframe>& keys, double t) {
    Pose pose;
    if (keys.empty()) return pose;
    const auto after =
        std::upper_bound(keys.begin(), keys.end(), t, [](double a, const Keyframe& k) { return a < k.time; });
    const Keyframe& b = after == keys.end() ? keys.back() : *after;
    const Keyframe& a = after == keys.begin() ? keys.front() : *(after - 1);
    const double length = static_cast<double>(b.time) - static_cast<double>(a.time);
    const double s = length > 0.0 ? (t - a.time) / length : 0.0;
    const double rate = length > 0.0 ? 1.0 / length : 0.0;
    const Vec3d moved = (b.translation.cast<double>() - a.translation.cast<double>());
    const Vec3d turned = kRadians * (b.rotation.cast<double>() - a.rotation.cast<double>());
    pose.translation = a.translation.cast<double>() + s * moved;
    pose.angles = kRadians * a.rotation.cast<double>() + s * turned;
    pose.translation_rate = rate * moved;
    pose.angle_rates = rate * turned;
    return pose;
}

// The rotation about a coordinate axis, or its derivative by the angle.
Mat3d axis_rotation(int axis, double angle, bool derivative) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const double c = derivative ? -std::sin(angle) : std::cos(angle);
    const double s = derivative ? std::cos(angle) : std::sin(angle);
    Mat3d m = Mat3d::Zero();
    m(axis, axis) = derivative ? 0.0 : 1.0;
    m(u, u) = c;
    m(v, v) = c;
    m(v, u) = s;
    m(u, v) = -s;
    return m;
}

// Rz Ry Rx, with the factor of one axis replaced by its derivative (differentiate = -1: none).
Mat3d rotation(const Vec3d& angles, int differentiate) {
    Mat3d m = Mat3d::Identity();
    for (int axis = 0; axis < 3; ++axis) m = axis_rotation(axis, angles[axis], axis == differentiate) * m;
    return m;
}

}  // namespace

const char* Motion::fault() const {
    const auto late = [](const Keyframe& a, const Keyframe& b) { return !(a.time < b.time); };
    return std::adjacent_find(keys.begin(), keys.end(), late) == keys.end() ? nullptr
                                                                            : "the times of 'keys' must increase";
}

bool Motion::moves() const {
    const auto differ = [](const Keyframe& a, const Keyframe& b) {
        return a.translation != b.translation || a.rotation != b.rotation;
    };
    return std::adjacent_find(keys.begin(), keys.end(), differ) != keys.end();
}

RigidTransform Motion::at(double t) const {
    const Pose pose = pose_at(keys, t);
    const Mat3d r = rotation(pose.angles, -1);
    const Vec3d centre = pivot.cast<double>();
    return {r.cast<Real>(), (centre + pose.translation - r * centre).cast<Real>()};
}

std::pair<Mat3d, Vec3d> Motion::rates_at(double t) const {
    const Pose pose = pose_at(keys, t);
    Mat3d turning = Mat3d::Zero();
    for (int axis = 0; axis < 3; ++axis) turning += pose.angle_rates[axis] * rotation(pose.angles, axis);
    return {turning, pose.translation_rate};
}

Vec3 Motion::velocity_at(double t, const Vec3& rest_point) const {
    const auto [turning, drift] = rates_at(t);
    return (turning * (rest_point.cast<double>() - pivot.cast<double>()) + drift).cast<Real>();
}

}  // namespace lamella
