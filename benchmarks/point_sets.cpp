#include "point_sets.hpp"

#include <lamella/core/random.hpp>

#include <numbers>

namespace lamella {

namespace {

// In [-0.2, 0.2) for each axis, a function of the lattice point's number.
Vec3d jitter(Index id) {
    Vec3d u;
    for (int axis = 0; axis < 3; ++axis)
        u[axis] = 0.4 * (static_cast<double>(splitmix64(3ull * id + axis) >> 11) * 0x1p-53 - 0.5);
    return u;
}

Vec3d lattice_point(Index n, Index id) { return Vec3i(id / (n * n), id / n % n, id % n).cast<double>(); }

bool in_pool_drop_crown(const Vec3d& p, double d) {
    constexpr double pi = std::numbers::pi;
    const double from_axis = std::hypot(p.x() - 0.5, p.z() - 0.5);
    return p.y() < 0.3 + 0.1 * std::sin(4 * pi * p.x()) * std::cos(3 * pi * p.z()) ||
           (p - Vec3d(0.5, 0.7, 0.5)).norm() < 0.15 || (std::abs(from_axis - 0.3) < d && p.y() < 0.55);
}

}  // namespace

ParticleSet jittered_lattice(Index n) {
    ParticleSet particles;
    particles.resize(n * n * n);
    auto& x = particles.add<Vec3Column>("P");
    for (Index id = 0; id < x.size(); ++id) x.set(id, (lattice_point(n, id) + jitter(id)).cast<Real>());
    return particles;
}

ParticleSet pool_drop_crown(Index n) {
    const double d = 1.0 / n;
    std::vector<Vec3> kept;
    for (Index id = 0; id < n * n * n; ++id) {
        const Vec3d p = d * (lattice_point(n, id) + Vec3d::Constant(0.5));
        if (in_pool_drop_crown(p, d)) kept.push_back((p + d * jitter(id)).cast<Real>());
    }
    ParticleSet particles;
    particles.resize(static_cast<Index>(kept.size()));
    auto& x = particles.add<Vec3Column>("P");
    for (Index i = 0; i < x.size(); ++i) x.set(i, kept[i]);
    return particles;
}

}  // namespace lamella
