// Solids on a lattice for tests.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/solid/solid_solver.hpp>

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

}  // namespace lamella
