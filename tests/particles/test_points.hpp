// Sets of particles at the spacing 1 for tests.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/particles/neighbour_grid.hpp>

namespace lamella::testing {

// A block of a cubic lattice with a corner at the origin, each coordinate moved by up to `jitter`.
inline std::vector<Vec3> lattice_block(const Vec3i& counts, Real jitter = 0.0f, std::uint64_t seed = 1) {
    std::vector<Vec3> points;
    for (Index z = 0; z < counts.z(); ++z)
        for (Index y = 0; y < counts.y(); ++y)
            for (Index x = 0; x < counts.x(); ++x) {
                const Vec3 place = Vec3i(x, y, z).cast<Real>().array() + 0.5f;
                points.push_back(place + jitter * random_in_cube(seed, 0, points.size()));
            }
    return points;
}

// Particles at rest, sorted into the cells of sheets.
struct SortedParticles {
    explicit SortedParticles(const std::vector<Vec3>& points, const PeriodicBox& box = {})
        : particles(particles_from_points(points)), grid(2.0f, box) {
        particles.add<Vec3Column>("v");
        sort();
    }
    void sort() { grid.build(particles); }
    Index size() const { return particles.size(); }
    const Vec3Column& x() const { return particles.positions(); }

    ParticleSet particles;
    NeighbourGrid grid;
};

inline PeriodicBox periodic_cube(Real edge) { return {{true, true, true}, Vec3::Zero(), Vec3::Constant(edge)}; }

// The distance from particle i to the nearest other, by a double loop.
inline Real nearest_distance(const SortedParticles& set, Index i) {
    Real least = 1e9f;
    for (Index j = 0; j < set.size(); ++j)
        if (j != i) least = std::min(least, set.grid.box().nearest(set.x()[i] - set.x()[j]).norm());
    return least;
}

}  // namespace lamella::testing
