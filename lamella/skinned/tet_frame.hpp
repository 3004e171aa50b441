// Barycentric coordinates in one tetrahedron, wherever its nodes are.
#pragma once

#include <lamella/core/vec.hpp>

#include <cmath>
#include <span>

namespace lamella {

struct TetFrame {
    Vec3 origin;          // node 0
    Mat3 gradients;       // of the coordinates of nodes 1 to 3, as rows
    double volume = 0.0;  // negative where it is turned inside out
    bool flat = false;    // there are no coordinates

    static TetFrame of(const Vec4i& tet, std::span<const Vec3> x) {
        TetFrame frame;
        frame.origin = x[tet[0]];
        const Vec3 a = x[tet[1]] - frame.origin, b = x[tet[2]] - frame.origin, c = x[tet[3]] - frame.origin;
        const Vec3 bc = cross(b, c);
        const Real det = a.dot(bc);
        frame.volume = static_cast<double>(det) / 6.0;
        const Real size = a.squaredNorm();
        frame.flat = !(std::abs(det) > 1e-6f * size * std::sqrt(size));
        const Real per = frame.flat ? 0.0f : 1.0f / det;
        frame.gradients.row(0) = per * bc;
        frame.gradients.row(1) = per * cross(c, a);
        frame.gradients.row(2) = per * cross(a, b);
        return frame;
    }

    // How the coordinates change along a way.
    Vec4 change(const Vec3& way) const {
        const Vec3 d = gradients * way;
        return {-d.x() - d.y() - d.z(), d.x(), d.y(), d.z()};
    }
    Vec4 coordinates(const Vec3& p) const { return change(p - origin) + Vec4(1.0f, 0.0f, 0.0f, 0.0f); }
    // Of values at its nodes.
    Vec3 gradient(const Vec4& values) const {
        return gradients.transpose() * (values.tail<3>().array() - values[0]).matrix();
    }
};

inline Vec3 point_in(const Vec4i& tet, std::span<const Vec3> x, const Vec4& b) {
    return b[0] * x[tet[0]] + b[1] * x[tet[1]] + b[2] * x[tet[2]] + b[3] * x[tet[3]];
}
inline Vec3 middle_of(const Vec4i& tet, std::span<const Vec3> x) { return point_in(tet, x, Vec4::Constant(0.25f)); }

}  // namespace lamella
