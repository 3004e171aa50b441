// Solids on a lattice for tests.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/solid/solid_solver.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {

struct BlockSize {
    int x, y, z;
};

// A block with its lowest corner at `corner`, moved by up to `jitter` spacings a particle.
inline SolidSetup block(const BlockSize& size, Real spacing, const SolidMatter& matter,
                        const Vec3& corner = Vec3::Zero(), Real jitter = 0.0f) {
    SolidSetup setup;
    setup.name = "block";
    setup.spacing = spacing;
    setup.volume = spacing * spacing * spacing;
    setup.matter = matter;
    ParticleSet& p = setup.particles;
    p.resize(size.x * size.y * size.z);
    p.add<Vec3Column>("P");
    p.add<Vec3Column>("v");
    p.add<IndexColumn>("id");
    p.add<IndexColumn>("held");
    Index i = 0;
    for (int z = 0; z < size.z; ++z)
        for (int y = 0; y < size.y; ++y)
            for (int x = 0; x < size.x; ++x, ++i) {
                const Vec3 at = Vec3(x + 0.5f, y + 0.5f, z + 0.5f) + jitter * random_in_cube(1, 0, i);
                p.positions().set(i, corner + spacing * at);
                p.get<IndexColumn>("id")[i] = i;
                p.get<IndexColumn>("held")[i] = -1;
            }
    return setup;
}

inline SolidsSetup alone(SolidSetup solid) {
    SolidsSetup setup;
    const Real far = std::numeric_limits<Real>::infinity();
    setup.walls = {Vec3::Constant(-far), Vec3::Constant(far)};
    setup.solids.push_back(std::move(solid));
    return setup;
}

// The elasticity of a block alone, with displacements of its own.
struct Bent {
    ElasticityKeiser2006 elasticity;
    QuadArray u;

    explicit Bent(SolidSetup setup) {
        NeighbourGrid grid(RestShape::kSupport * setup.spacing);
        grid.build(setup.particles);
        elasticity =
            ElasticityKeiser2006(RestShape(setup.particles.positions(), setup.volume, setup.spacing), setup.matter);
        u.resize(elasticity.shape().size());
    }
    template <class F>
    void bend(F&& f) {
        for (Index i = 0; i < u.size(); ++i) u.set(i, f(elasticity.shape().place(i)), 0.0f);
    }
    std::vector<Vec3> forces() {
        std::vector<Vec3> all(static_cast<std::size_t>(u.size()));
        elasticity.find_stresses(u, 0.0f);
        elasticity.forces(u, [&](Index i, const Vec3& force) { all[i] = force; });
        return all;
    }
};

inline Vec3 wave(const Vec3& X) {
    return 0.05f * Vec3(std::sin(3.0f * X.y() + X.x()), std::cos(2.0f * X.z()) * X.x(), std::sin(2.0f * X.x() * X.y()));
}

// How far the work of the forces on a small way is from what the energy loses on it, of that.
inline double error_of_gradient(Bent& bent) {
    const auto forces = bent.forces();
    const QuadArray start = bent.u;
    double work = 0.0;
    std::vector<Vec3> way;
    for (Index i = 0; i < start.size(); ++i) {
        way.push_back(0.5f * random_in_cube(2, 0, i));
        work += forces[i].cast<double>().dot(way.back().cast<double>());
    }
    const auto energy_at = [&](Real step) {
        for (Index i = 0; i < start.size(); ++i) bent.u.set(i, start.vec(i) + step * way[i], 0.0f);
        return bent.elasticity.energy(bent.u).elastic;
    };
    const auto slope = [&](Real h) { return (energy_at(h) - energy_at(-h)) / (2.0 * h); };
    const double gradient = (4.0 * slope(0.005f) - slope(0.01f)) / 3.0;
    return std::abs(-work - gradient) / std::abs(gradient);
}

// Neither sum nor moment of the forces.
inline void expect_balanced(Bent& bent) {
    const auto forces = bent.forces();
    Vec3d sum = Vec3d::Zero(), moment = Vec3d::Zero();
    double sizes = 0.0;
    for (Index i = 0; i < bent.u.size(); ++i) {
        const Vec3d f = forces[i].cast<double>();
        sum += f;
        moment += cross(Vec3d((bent.elasticity.shape().place(i) + bent.u.vec(i)).cast<double>()), f);
        sizes += f.norm();
    }
    EXPECT_LT(sum.norm(), 1e-6 * sizes);
    EXPECT_LT(moment.norm(), 1e-6 * sizes);
}

}  // namespace lamella
