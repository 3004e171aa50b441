#include <lamella/geometry/paint/projections.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kLeastSine = 1e-5f;  // of two directions that are two

bool parallel(const Vec3& a, const Vec3& b) {
    return cross(a.stableNormalized(), b.stableNormalized()).norm() < kLeastSine;
}

}  // namespace

const char* PlanarProjection::fault() const {
    return parallel(direction, up) ? "'direction' and 'up' must be two directions" : nullptr;
}

Vec3 PlanarProjection::place_of(const Vec3& p, const Vec3&) const {
    const Vec3 right = cross(direction, up).normalized();
    const Vec3 upwards = cross(right, direction).normalized();
    return Vec3((p - centre).dot(right) / width + 0.5f, (p - centre).dot(upwards) / height + 0.5f, 0.0f);
}

const char* SphericalProjection::fault() const {
    return parallel(front, up) ? "'front' and 'up' must be two directions" : nullptr;
}

Vec3 SphericalProjection::place_of(const Vec3& p, const Vec3&) const {
    constexpr Real kPi = std::numbers::pi_v<Real>;
    const Vec3 pole = up.normalized();
    const Vec3 right = cross(up, front).normalized();
    const Vec3 ahead = cross(right, up).normalized();
    const Vec3 d = p - centre;
    const Real length = d.norm();
    const Real latitude = length > 0.0f ? std::asin(std::clamp(d.dot(pole) / length, -1.0f, 1.0f)) : 0.0f;
    return Vec3(std::atan2(d.dot(right), d.dot(ahead)) / (2.0f * kPi) + 0.5f, latitude / kPi + 0.5f, 0.0f);
}

}  // namespace lamella
