#include <lamella/geometry/cubic_curve.hpp>
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

using Numbers = Eigen::Matrix<double, 6, 1>;  // translation, then angles

Numbers numbers_of(const Keyframe& key) {
    Numbers result;
    result << key.translation.cast<double>(), kRadians * key.rotation.cast<double>();
    return result;
}

double time_between(const Keyframe& a, const Keyframe& b) {
    return static_cast<double>(b.time) - static_cast<double>(a.time);
}

// The rates of the cubic curves at a key: none at the ends.
Numbers rates_at_key(const std::vector<Keyframe>& keys, std::size_t k) {
    if (k == 0 || k + 1 == keys.size()) return Numbers::Zero();
    const double h0 = time_between(keys[k - 1], keys[k]), h1 = time_between(keys[k], keys[k + 1]);
    const Numbers here = numbers_of(keys[k]);
    const Numbers before = (here - numbers_of(keys[k - 1])) / h0, after = (numbers_of(keys[k + 1]) - here) / h1;
    Numbers rates;
    for (Eigen::Index c = 0; c < 6; ++c) rates[c] = monotone_slope(before[c], h0, after[c], h1);
    return rates;
}

// The curves from key k - 1 to key k.
std::array<HermiteCubic, 6> cubics_to(const std::vector<Keyframe>& keys, std::size_t k) {
    const Numbers a = numbers_of(keys[k - 1]), b = numbers_of(keys[k]);
    const Numbers u = rates_at_key(keys, k - 1), v = rates_at_key(keys, k);
    const double h = time_between(keys[k - 1], keys[k]);
    std::array<HermiteCubic, 6> curves{};
    for (Eigen::Index c = 0; c < 6; ++c) curves[static_cast<std::size_t>(c)] = {a[c], b[c], u[c], v[c], h};
    return curves;
}

Pose cubic_pose(const std::vector<Keyframe>& keys, std::size_t k, double t) {
    const auto curves = cubics_to(keys, k);
    const double s = (t - keys[k - 1].time) / curves[0].h;
    Pose pose;
    for (int c = 0; c < 3; ++c) {
        const HermiteCubic &along = curves[static_cast<std::size_t>(c)],
                           &about = curves[static_cast<std::size_t>(c + 3)];
        pose.translation[c] = along.value(s);
        pose.translation_rate[c] = along.slope(s);
        pose.angles[c] = about.value(s);
        pose.angle_rates[c] = about.slope(s);
    }
    return pose;
}

Pose linear_pose(const Keyframe& a, const Keyframe& b, double t) {
    Pose pose;
    const double length = time_between(a, b);
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

Pose pose_at(const Motion& motion, double t) {
    const std::vector<Keyframe>& keys = motion.keys;
    if (keys.empty()) return {};
    const auto after =
        std::upper_bound(keys.begin(), keys.end(), t, [](double a, const Keyframe& k) { return a < k.time; });
    if (after == keys.end()) return linear_pose(keys.back(), keys.back(), t);
    if (after == keys.begin()) return linear_pose(keys.front(), keys.front(), t);
    if (motion.interpolation == Interpolation::linear) return linear_pose(*(after - 1), *after, t);
    return cubic_pose(keys, static_cast<std::size_t>(after - keys.begin()), t);
}

// How fast a point at the end of the arm moves at most when the angles change at these rates. The axis of y is always
// at right angles to the other two; those of x and z fall together where y has turned by a quarter.
Real turning_bound(const Vec3& rates, Real arm) {
    return Vec3(std::abs(rates.x()) + std::abs(rates.z()), rates.y(), 0.0f).norm() * arm;
}

// How far a point moves at most on straight lines to key k.
Real linear_path(const std::vector<Keyframe>& keys, std::size_t k, Real arm) {
    constexpr Real kDegree = std::numbers::pi_v<Real> / 180.0f;
    const Vec3 turned = kDegree * (keys[k].rotation - keys[k - 1].rotation);
    return (keys[k].translation - keys[k - 1].translation).norm() + turning_bound(turned, arm);
}

// The same on cubics: every number is monotone, so that its own path is its difference.
Real cubic_path(const std::vector<Keyframe>& keys, std::size_t k, Real arm) {
    const Numbers moved = (numbers_of(keys[k]) - numbers_of(keys[k - 1])).cwiseAbs();
    return static_cast<Real>(moved.head<3>().sum() + moved.tail<3>().sum() * static_cast<double>(arm));
}

Real cubic_speed(const std::vector<Keyframe>& keys, std::size_t k, Real arm) {
    Vec3 along, about;
    const auto curves = cubics_to(keys, k);
    for (int c = 0; c < 3; ++c) {
        along[c] = static_cast<Real>(curves[static_cast<std::size_t>(c)].steepest());
        about[c] = static_cast<Real>(curves[static_cast<std::size_t>(c + 3)].steepest());
    }
    return along.norm() + turning_bound(about, arm);
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
    const Pose pose = pose_at(*this, t);
    const Mat3d r = rotation(pose.angles, -1);
    const Vec3d centre = pivot.cast<double>();
    return {r.cast<Real>(), (centre + pose.translation - r * centre).cast<Real>()};
}

std::pair<Mat3d, Vec3d> Motion::rates_at(double t) const {
    const Pose pose = pose_at(*this, t);
    Mat3d turning = Mat3d::Zero();
    for (int axis = 0; axis < 3; ++axis) turning += pose.angle_rates[axis] * rotation(pose.angles, axis);
    return {turning, pose.translation_rate};
}

Vec3 Motion::velocity_at(double t, const Vec3& rest_point) const {
    const auto [turning, drift] = rates_at(t);
    return (turning * (rest_point.cast<double>() - pivot.cast<double>()) + drift).cast<Real>();
}

Real Motion::path_bound(Real arm) const {
    Real path = 0.0f;
    for (std::size_t k = 1; k < keys.size(); ++k)
        path += interpolation == Interpolation::linear ? linear_path(keys, k, arm) : cubic_path(keys, k, arm);
    return path;
}

Real Motion::speed_bound(Real arm) const {
    Real fastest = 0.0f;
    for (std::size_t k = 1; k < keys.size(); ++k)
        fastest = std::max(fastest, interpolation == Interpolation::linear
                                        ? linear_path(keys, k, arm) / (keys[k].time - keys[k - 1].time)
                                        : cubic_speed(keys, k, arm));
    return fastest;
}

}  // namespace lamella
