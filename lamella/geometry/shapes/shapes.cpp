#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/geometry/shapes/box_lattice.hpp>
#include <lamella/geometry/shapes/shapes.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// The square [-1, 1]^2 onto the unit disc: rings stay rings (Shirley and Chiu 1997, the concentric map).
Eigen::Vector2d concentric_disc(double x, double y) {
    if (x == 0.0 && y == 0.0) return {0.0, 0.0};
    const bool wide = std::abs(x) > std::abs(y);
    const double r = wide ? x : y;
    const double angle = 0.25 * std::numbers::pi * (wide ? y / x : x / y);
    return wide ? Eigen::Vector2d(r * std::cos(angle), r * std::sin(angle))
                : Eigen::Vector2d(r * std::sin(angle), r * std::cos(angle));
}

}  // namespace

const char* BoxShape::fault() const {
    return (min.array() < max.array()).all() ? nullptr : "each coordinate of 'min' must be less than that of 'max'";
}

Real BoxShape::signed_distance(const Vec3& p) const {
    const Vec3 q = (min - p).cwiseMax(p - max);
    const Real inside = q.maxCoeff();
    return inside <= 0.0f ? inside : Vec3(q.cwiseMax(0.0f)).norm();
}

const char* SphereShape::fault() const { return radius > 0.0f ? nullptr : "'radius' must be above 0"; }

const char* CylinderShape::fault() const {
    if (!(radius > 0.0f)) return "'radius' must be above 0";
    return (end - start).norm() > 0.0f ? nullptr : "'start' and 'end' must differ";
}

Real CylinderShape::signed_distance(const Vec3& p) const {
    const Real length = (end - start).norm();
    const Vec3 axis = (end - start) / length;
    const Real along = (p - start).dot(axis);
    const Real side = (p - start - along * axis).norm() - radius;
    const Real cap = std::max(-along, along - length);
    if (side <= 0.0f || cap <= 0.0f) return std::max(side, cap);
    return std::sqrt(side * side + cap * cap);
}

Box3 CylinderShape::bounds() const {
    const Vec3 axis = (end - start).normalized();
    const Vec3 disc = radius * (1.0f - axis.array().square()).max(0.0f).sqrt();  // extent of an end along each axis
    return {start.cwiseMin(end) - disc, start.cwiseMax(end) + disc};
}

const char* HalfSpaceShape::fault() const { return normal.norm() > 0.0f ? nullptr : "'normal' must not be zero"; }

Box3 HalfSpaceShape::bounds() const {
    const Vec3 infinity = Vec3::Constant(std::numeric_limits<Real>::infinity());
    return {-infinity, infinity};
}

TriangleMesh triangulate(const BoxShape& shape, Real edge) {
    const Vec3d low = shape.min.cast<double>();
    const Vec3d size = shape.max.cast<double>() - low;
    return box_lattice_mesh(lattice_cells(size, edge),
                            [&](const Vec3d& u) { return Vec3d(low + u.cwiseProduct(size)); });
}

TriangleMesh triangulate(const SphereShape& shape, Real edge) {
    const double quarter = 0.5 * std::numbers::pi;
    // Equal angles on each face of the cube (Ronchi, Iacono, Paolucci 1996).
    const auto onto_sphere = [&](const Vec3d& u) {
        const Vec3d tangents = (quarter * (u.array() - 0.5)).tan();
        return Vec3d(shape.centre.cast<double>() + static_cast<double>(shape.radius) * tangents.normalized());
    };
    return box_lattice_mesh(lattice_cells(Vec3d::Constant(quarter * shape.radius), edge), onto_sphere);
}

TriangleMesh triangulate(const CylinderShape& shape, Real edge) {
    const Vec3 axis = shape.end - shape.start;
    const Mat3d frame = frame_around(axis.normalized()).cast<double>();
    const double length = axis.cast<double>().norm();
    const auto onto_cylinder = [&](const Vec3d& u) {
        const Eigen::Vector2d disc = shape.radius * concentric_disc(2.0 * u.x() - 1.0, 2.0 * u.y() - 1.0);
        return Vec3d(shape.start.cast<double>() + frame * Vec3d(disc.x(), disc.y(), u.z() * length));
    };
    return box_lattice_mesh(lattice_cells({2.0 * shape.radius, 2.0 * shape.radius, length}, edge), onto_cylinder);
}

}  // namespace lamella
