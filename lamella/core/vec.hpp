// Small vectors and boxes. Eigen/Core enters the library through this header only.
#pragma once

#include <lamella/core/real.hpp>

#include <Eigen/Core>

#include <limits>

namespace lamella {

using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Vec4 = Eigen::Matrix<Real, 4, 1>;
using Mat3 = Eigen::Matrix<Real, 3, 3>;
using Vec3d = Eigen::Vector3d;
using Mat3d = Eigen::Matrix3d;
using Vec3i = Eigen::Matrix<Index, 3, 1>;
using Vec4i = Eigen::Matrix<Index, 4, 1>;

inline Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
    return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

// An axis-aligned box; the default one is empty and grows by `extend`.
struct Box3 {
    Vec3 min = Vec3::Constant(std::numeric_limits<Real>::infinity());
    Vec3 max = Vec3::Constant(-std::numeric_limits<Real>::infinity());

    bool empty() const { return (min.array() > max.array()).any(); }
    Vec3 size() const { return max - min; }
    Vec3 centre() const { return 0.5f * (min + max); }
    Real diagonal() const { return empty() ? 0.0f : size().norm(); }
    bool contains(const Vec3& p) const { return (p.array() >= min.array()).all() && (p.array() <= max.array()).all(); }
    void extend(const Vec3& p) {
        min = min.cwiseMin(p);
        max = max.cwiseMax(p);
    }
    void extend(const Box3& other) {
        min = min.cwiseMin(other.min);
        max = max.cwiseMax(other.max);
    }
    Box3 padded(Real margin) const { return {min.array() - margin, max.array() + margin}; }
};

}  // namespace lamella
