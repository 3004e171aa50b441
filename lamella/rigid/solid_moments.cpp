#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/rigid/solid_moments.hpp>

#include <array>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// The same solid after x -> middle + R S (x - middle).
template <class S>
SolidMoments placed(const S& shape, SolidMoments moments) {
    if (!is_placed(shape)) return moments;
    const ShapePlacement placement = placement_of(shape);
    const Vec3d middle = placement.middle.template cast<double>();
    const Mat3d map =
        placement.rotation.template cast<double>() * Mat3d(placement.stretch.template cast<double>().asDiagonal());
    const double grown = placement.stretch.template cast<double>().prod();
    moments.centre = middle + map * (moments.centre - middle);
    moments.second = grown * map * moments.second * map.transpose();
    moments.volume *= grown;
    return moments;
}

// A body that is round about `axis`: its moment along it, and across it in any direction.
Mat3d round_second(const Vec3d& axis, double along, double across) {
    return across * Mat3d::Identity() + (along - across) * axis * axis.transpose();
}

}  // namespace

// The tetrahedra of the triangles with a point p: of a, b, c seen from p the second moment is
// det / 120 (sum a a^T + (a + b + c)(a + b + c)^T).
SolidMoments moments_of(const TriangleMesh& mesh) {
    SolidMoments moments;
    if (mesh.empty()) return moments;
    const Vec3d p = bounds(mesh).centre().cast<double>();
    Vec3d first = Vec3d::Zero();
    Mat3d second = Mat3d::Zero();
    for (const Vec3i& t : mesh.triangles) {
        std::array<Vec3d, 3> q;
        for (int k = 0; k < 3; ++k) q[k] = mesh.positions[static_cast<std::size_t>(t[k])].cast<double>() - p;
        const double det = q[0].dot(cross(q[1], q[2]));
        const Vec3d sum = q[0] + q[1] + q[2];
        moments.volume += det / 6.0;
        first += det / 24.0 * sum;
        second += det / 120.0 *
                  (q[0] * q[0].transpose() + q[1] * q[1].transpose() + q[2] * q[2].transpose() + sum * sum.transpose());
    }
    if (moments.volume == 0.0) return moments;
    const Vec3d centre = first / moments.volume;
    moments.centre = p + centre;
    moments.second = second - moments.volume * centre * centre.transpose();
    return moments;
}

SolidMoments moments_of(const BoxShape& shape) {
    const Vec3d low = shape.min.cast<double>(), size = shape.max.cast<double>() - low;
    const double volume = size.prod();
    return placed(shape, {volume, low + 0.5 * size, volume / 12.0 * Mat3d(size.cwiseAbs2().asDiagonal())});
}

SolidMoments moments_of(const SphereShape& shape) {
    const double r = shape.radius, volume = 4.0 / 3.0 * std::numbers::pi * r * r * r;
    return placed(shape, {volume, shape.centre.cast<double>(), volume * r * r / 5.0 * Mat3d::Identity()});
}

SolidMoments moments_of(const CylinderShape& shape) {
    const Vec3d start = shape.start.cast<double>(), way = shape.end.cast<double>() - start;
    const double r = shape.radius, length = way.norm(), volume = std::numbers::pi * r * r * length;
    return placed(
        shape, {volume, start + 0.5 * way, volume * round_second(way / length, length * length / 12.0, r * r / 4.0)});
}

// Over the outline, with dV = 2 pi r dA: volume 2 pi int r, height 2 pi int r h, along 2 pi int r h^2 and across
// pi int r^3. By Green int f dA is the integral of F dh around the outline, dF/dr = f, whose terms are of degree 4
// along a side: three points of Gauss are exact.
SolidMoments moments_of(const RevolvedShape& shape) {
    constexpr double kPi = std::numbers::pi;
    const std::array<double, 3> places{0.5 - 0.5 * std::sqrt(0.6), 0.5, 0.5 + 0.5 * std::sqrt(0.6)};
    constexpr std::array<double, 3> weights{5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    double volume = 0.0, height = 0.0, along = 0.0, across = 0.0;
    for (std::size_t k = 0; k < shape.profile.size(); ++k) {
        const ProfilePoint &a = shape.profile[k], &b = shape.profile[(k + 1) % shape.profile.size()];
        const double rise = static_cast<double>(b.height) - static_cast<double>(a.height);
        for (std::size_t g = 0; g < 3; ++g) {
            const double r = std::lerp(static_cast<double>(a.radius), static_cast<double>(b.radius), places[g]);
            const double h = std::lerp(static_cast<double>(a.height), static_cast<double>(b.height), places[g]);
            const double dh = weights[g] * rise;
            volume += kPi * r * r * dh;
            height += kPi * r * r * h * dh;
            along += kPi * r * r * h * h * dh;
            across += 0.25 * kPi * r * r * r * r * dh;
        }
    }
    const double side = volume < 0.0 ? -1.0 : 1.0;  // outlines may run either way
    const Vec3d axis = shape.axis.cast<double>().normalized();
    const double middle = height / volume;
    return placed(shape, {side * volume, shape.base.cast<double>() + middle * axis,
                          side * round_second(axis, along - volume * middle * middle, across)});
}

}  // namespace lamella
