#include <lamella/geometry/solid_angle_moments.hpp>

#include <cmath>

namespace lamella {

SolidAngleMoments SolidAngleMoments::of_triangle(const std::array<Vec3, 3>& corners) {
    const Vec3d a = corners[0].cast<double>();
    const Vec3d ab = corners[1].cast<double>() - a;
    const Vec3d ac = corners[2].cast<double>() - a;
    SolidAngleMoments m;
    m.normal = 0.5 * cross(ab, ac);
    m.area = m.normal.norm();
    const Vec3d to_centre = (ab + ac) / 3.0;
    m.centre = a + to_centre;
    // The integral of (y - c) (y - c)^T is area / 12 times the sum over the corners.
    const Vec3d b = ab - to_centre;
    const Vec3d c = ac - to_centre;
    const Mat3d spread = (to_centre * to_centre.transpose() + b * b.transpose() + c * c.transpose()) / 12.0;
    for (int j = 0; j < 3; ++j) m.second[j] = m.normal[j] * spread;
    return m;
}

SolidAngleMoments SolidAngleMoments::joined(const SolidAngleMoments& a, const SolidAngleMoments& b) {
    SolidAngleMoments m;
    m.area = a.area + b.area;
    const double weight = m.area > 0.0 ? b.area / m.area : 0.5;
    m.centre = a.centre + weight * (b.centre - a.centre);
    m.add_moved(a);
    m.add_moved(b);
    return m;
}

void SolidAngleMoments::add_moved(const SolidAngleMoments& other) {
    const Vec3d s = other.centre - centre;
    normal += other.normal;
    first += other.first + s * other.normal.transpose();
    for (int j = 0; j < 3; ++j) {
        const Mat3d mixed = s * other.first.col(j).transpose();
        second[j] += other.second[j] + mixed + mixed.transpose() + s * s.transpose() * other.normal[j];
    }
}

// With G(r) = r / |r|^3, the integral of G . n is G_j N_j + d_i G_j F_ij + 1/2 d_i d_k G_j S_ikj, where
// d_i G_j = delta_ij / |r|^3 - 3 r_i r_j / |r|^5 and
// d_i d_k G_j = -3 (delta_ij r_k + delta_kj r_i + delta_ik r_j) / |r|^5 + 15 r_i r_j r_k / |r|^7.
double SolidAngleMoments::solid_angle(const Vec3d& r) const {
    const double inverse_2 = 1.0 / r.squaredNorm();
    const double inverse_3 = inverse_2 * std::sqrt(inverse_2);
    double linear = 0.0;
    double cubic = 0.0;
    for (int j = 0; j < 3; ++j) {
        linear += 2.0 * second[j].col(j).dot(r) + second[j].trace() * r[j];
        cubic += r[j] * r.dot(second[j] * r);
    }
    const double zeroth = r.dot(normal) + first.trace();
    const double higher = -3.0 * r.dot(first * r) - 1.5 * linear + 7.5 * cubic * inverse_2;
    return inverse_3 * (zeroth + higher * inverse_2);
}

}  // namespace lamella
