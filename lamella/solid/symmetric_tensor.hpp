// Symmetric 3 x 3 tensors as six numbers: xx, yy, zz, xy, yz, zx.
#pragma once

#include <lamella/core/vec.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

using SymmetricTensor = Eigen::Matrix<Real, 6, 1>;

inline Mat3 full(const SymmetricTensor& s) {
    Mat3 m;
    m << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    return m;
}
inline SymmetricTensor symmetric(const Mat3& m) {
    SymmetricTensor s;
    s << m(0, 0), m(1, 1), m(2, 2), 0.5f * (m(0, 1) + m(1, 0)), 0.5f * (m(1, 2) + m(2, 1)), 0.5f * (m(2, 0) + m(0, 2));
    return s;
}

template <class Number>
Number determinant(const Eigen::Matrix<Number, 3, 3>& m) {
    using Vector = Eigen::Matrix<Number, 3, 1>;
    return m.col(0).dot(cross(Vector(m.col(1)), Vector(m.col(2))));
}

// The derivative of the determinant: det(m) m^-T, also where m has no inverse.
template <class Number>
Eigen::Matrix<Number, 3, 3> cofactors(const Eigen::Matrix<Number, 3, 3>& m) {
    using Vector = Eigen::Matrix<Number, 3, 1>;
    Eigen::Matrix<Number, 3, 3> c;
    for (int k = 0; k < 3; ++k) c.col(k) = cross(Vector(m.col((k + 1) % 3)), Vector(m.col((k + 2) % 3)));
    return c;
}

inline Mat3 deviator(const Mat3& m) { return m - (m.trace() / 3.0f) * Mat3::Identity(); }

// No eigenvalue of a symmetric matrix is larger (Gershgorin).
inline Real eigenvalue_bound(const Mat3& m) { return m.cwiseAbs().rowwise().sum().maxCoeff(); }

}  // namespace lamella
