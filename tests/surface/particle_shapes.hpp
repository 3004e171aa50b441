// Particle sets for the tests of surfaces.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/particles/particle_set.hpp>

#include <cmath>
#include <vector>

namespace lamella {

inline ParticleSet particles_at(const std::vector<Vec3>& points) {
    ParticleSet particles;
    particles.resize(static_cast<Index>(points.size()));
    auto& x = particles.add<Vec3Column>("P");
    for (Index i = 0; i < particles.size(); ++i) x.set(i, points[static_cast<std::size_t>(i)]);
    return particles;
}

// A cubic lattice of the given spacing within the radius, jittered by up to a fifth of the spacing.
inline std::vector<Vec3> ball_points(const Vec3& centre, Real radius, Real spacing) {
    std::vector<Vec3> points;
    const auto n = static_cast<Index>(std::ceil(radius / spacing));
    for (Index i = -n; i < n; ++i)
        for (Index j = -n; j < n; ++j)
            for (Index k = -n; k < n; ++k) {
                const Vec3 p = spacing * (Vec3(i, j, k).array() + 0.5f);
                const auto counter = static_cast<std::uint64_t>(points.size());
                if (p.norm() < radius) points.push_back(centre + p + 0.2f * spacing * random_in_cube(1, 2, counter));
            }
    return points;
}

inline ParticleSet join(std::vector<Vec3> a, const std::vector<Vec3>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return particles_at(a);
}

}  // namespace lamella
