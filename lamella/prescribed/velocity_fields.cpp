#include <lamella/prescribed/velocity_fields.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kPi = std::numbers::pi;

double squared(double a) { return a * a; }

}  // namespace

Vec3d EnrightField::velocity(const Vec3d& x, double t) const {
    const Vec3d angle = kPi / edge * (x - corner.cast<double>());
    const Vec3d s = angle.array().sin();
    const Vec3d s2 = (2.0 * angle).array().sin();
    const double strength = edge * std::cos(kPi * t / period);
    return strength * Vec3d(2.0 * squared(s.x()) * s2.y() * s2.z(), -s2.x() * squared(s.y()) * s2.z(),
                            -s2.x() * s2.y() * squared(s.z()));
}

Vec3d VortexField::velocity(const Vec3d& x, double t) const {
    const Vec3d angle = kPi / edge * (x - corner.cast<double>());
    const double strength = edge * std::cos(kPi * t / period);
    return strength * Vec3d(squared(std::sin(angle.x())) * std::sin(2.0 * angle.y()),
                            -std::sin(2.0 * angle.x()) * squared(std::sin(angle.y())), 0.0);
}

Vec3d CellularField::velocity(const Vec3d& x, double) const {
    const Vec3d angle = 2.0 * kPi / wavelength * x;
    const Vec3d s = angle.array().sin();
    const Vec3d c = angle.array().cos();
    return 0.5 * speed * Vec3d(2.0 * s.x() * c.y() * c.z(), -c.x() * s.y() * c.z(), -c.x() * c.y() * s.z());
}

Vec3d ExpandingDiscField::velocity(const Vec3d& x, double t) const {
    const Vec3d n = axis.cast<double>().normalized();
    const Vec3d from_centre = x - centre.cast<double>();
    return (from_centre - 3.0 * n.dot(from_centre) * n) / (t + age);
}

Vec3d RigidRotationField::velocity(const Vec3d& x, double) const {
    return cross(angular_velocity.cast<double>(), Vec3d(x - centre.cast<double>()));
}

Vec3d carried(const VelocityField& field, const Vec3d& x, double t, double dt) {
    const Vec3d k1 = velocity_at(field, x, t);
    const Vec3d k2 = velocity_at(field, x + 0.5 * dt * k1, t + 0.5 * dt);
    const Vec3d k3 = velocity_at(field, x + 0.5 * dt * k2, t + 0.5 * dt);
    const Vec3d k4 = velocity_at(field, x + dt * k3, t + dt);
    return x + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

}  // namespace lamella
