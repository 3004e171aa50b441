#include <lamella/core/random.hpp>
#include <lamella/validation/cases/surface_shapes.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace lamella {
namespace {

constexpr Real kJitter = 0.2f;

ParticleSet jittered(const std::vector<Vec3>& points, std::uint64_t seed) {
    ParticleSet particles;
    particles.resize(static_cast<Index>(points.size()));
    auto& x = particles.add<Vec3Column>("P");
    for (Index i = 0; i < x.size(); ++i)
        x.set(i,
              points[static_cast<std::size_t>(i)] + kJitter * random_in_cube(seed, 0, static_cast<std::uint64_t>(i)));
    return particles;
}

// The centres of n unit cells around zero along an axis.
Real centred(Index i, Index n) { return static_cast<Real>(i) + 0.5f - 0.5f * static_cast<Real>(n); }

void add_box(std::vector<Vec3>& points, const Vec3i& n, const Vec3& centre) {
    for (Index i = 0; i < n.x(); ++i)
        for (Index j = 0; j < n.y(); ++j)
            for (Index k = 0; k < n.z(); ++k)
                points.emplace_back(centre + Vec3(centred(i, n.x()), centred(j, n.y()), centred(k, n.z())));
}

std::vector<Vec3> box_points(const Vec3i& n, const Vec3& centre) {
    std::vector<Vec3> points;
    add_box(points, n, centre);
    return points;
}

}  // namespace

ParticleSet shell_ball(Real radius, std::uint64_t seed) {
    constexpr double kGolden = std::numbers::pi * (3.0 - 2.23606797749979);  // turns points of a spiral apart
    std::vector<Vec3> points;
    for (Real r = radius - 0.5f; r > 0.0f; r -= 1.0f) {
        const double outer = r + 0.5;
        const double inner = r - 0.5;
        const auto n =
            static_cast<Index>(std::round(4.0 / 3.0 * std::numbers::pi * (std::pow(outer, 3) - std::pow(inner, 3))));
        for (Index k = 0; k < n; ++k) {
            const double z = 1.0 - (2.0 * k + 1.0) / n;
            const double turn = kGolden * k;
            const double across = std::sqrt(1.0 - z * z);
            points.emplace_back((r * Vec3d(across * std::cos(turn), across * std::sin(turn), z)).cast<Real>());
        }
    }
    return jittered(points, seed);
}

ParticleSet lattice_ball(Real radius, std::uint64_t seed) {
    std::vector<Vec3> points;
    const auto n = 2 * static_cast<Index>(std::ceil(radius));
    for (const Vec3& p : box_points({n, n, n}, Vec3::Zero()))
        if (p.norm() < radius) points.push_back(p);
    return jittered(points, seed);
}

ParticleSet pool(std::uint64_t seed) { return jittered(box_points({26, 10, 26}, {0, -5, 0}), seed); }

ParticleSet tilted_pool(std::uint64_t seed) {
    const Real c = std::cos(0.37f);
    const Real s = std::sin(0.37f);
    std::vector<Vec3> points;
    for (const Vec3& p : box_points({36, 36, 26}, Vec3::Zero())) {
        const Vec3 turned(c * p.x() - s * p.y(), s * p.x() + c * p.y() - 5.0f, p.z());
        if (std::abs(turned.x()) < 13.0f && turned.y() < 0.0f && turned.y() > -10.0f) points.push_back(turned);
    }
    return jittered(points, seed);
}

ParticleSet cube(Index edge, std::uint64_t seed) {
    return jittered(box_points({edge, edge, edge}, Vec3::Zero()), seed);
}

ParticleSet sheet(Real spacing, std::uint64_t seed) {
    const auto n = static_cast<Index>(30.0f / spacing);
    std::vector<Vec3> points;
    for (Index i = 0; i < n; ++i)
        for (Index k = 0; k < n; ++k) points.emplace_back(spacing * centred(i, n), 0.0f, spacing * centred(k, n));
    return jittered(points, seed);
}

ParticleSet slab(Index layers, std::uint64_t seed) {
    return jittered(box_points({30, layers, 30}, Vec3::Zero()), seed);
}

ParticleSet torn_sheet(std::uint64_t seed) {
    constexpr Index kSide = 24;
    std::vector<Vec3> points;
    for (Index i = 0; i < kSide; ++i)
        for (Index k = 0; k < kSide; ++k) {
            if (random_bits(seed, 1, static_cast<std::uint64_t>(kSide * i + k)) % 10 < 3) continue;
            const Real x = centred(i, kSide);
            const Real z = centred(k, kSide);
            points.emplace_back(x, 0.5f * std::sin(x) * std::cos(0.9f * z), z);
        }
    return jittered(points, seed);
}

ParticleSet strand(Index across, std::uint64_t seed) {
    return jittered(box_points({60, 1, across}, Vec3::Zero()), seed);
}

ParticleSet filament(Index side, std::uint64_t seed) {
    return jittered(box_points({60, side, side}, Vec3::Zero()), seed);
}

ParticleSet two_slabs(Real gap, bool joined, std::uint64_t seed) {
    std::vector<Vec3> points = box_points({26, 6, 26}, {0, 3 + gap / 2, 0});
    add_box(points, {26, 6, 26}, {0, -3 - gap / 2, 0});
    if (joined) add_box(points, {4, static_cast<Index>(std::round(12 + gap)), 26}, {-15, 0, 0});
    return jittered(points, seed);
}

}  // namespace lamella
