#include "benchmarks.hpp"
#include "point_sets.hpp"
#include "timing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/sph/sph_solver.hpp>

namespace lamella {

namespace {

constexpr Index kSide = 100;
constexpr Real kSpacing = 0.02f;

// One layer of points around a box of `cells` spacings.
BoundaryBody tank(const Vec3i& cells) {
    BoundaryBody body;
    for (Index k = -1; k <= cells.z(); ++k)
        for (Index j = -1; j <= cells.y(); ++j)
            for (Index i = -1; i <= cells.x(); ++i) {
                const Vec3i c(i, j, k);
                const bool inside = (c.array() >= 0).all() && (c.array() < cells.array()).all();
                if (!inside) body.points.push_back(kSpacing * (c.cast<Real>() + Vec3::Constant(0.5f)));
            }
    return body;
}

// A block of liquid in a tank one and a half times as long.
SphSetup dam_break() {
    const Vec3i cells(3 * kSide / 2, kSide, kSide);
    SphSetup setup;
    setup.spacing = kSpacing;
    setup.domain.box = {Vec3::Zero(), kSpacing * cells.cast<Real>()};
    setup.bodies.push_back(tank(cells));
    setup.expected_speed = std::sqrt(2.0f * 9.81f * kSide * kSpacing);
    setup.particles = jittered_lattice(kSide);
    auto& x = setup.particles.positions();
    for (Index i = 0; i < x.size(); ++i) x.set(i, kSpacing * (x[i] + Vec3::Constant(0.5f)));
    return setup;
}

double mean_neighbours(const SphLiquid& liquid) {
    return parallel_sum("neighbours", liquid.size(), [&](Index i) { return count(liquid.neighbours.of(i)) - 1; }) /
           liquid.size();
}

}  // namespace

Figures sph_benchmark() {
    SphSolver solver(dam_break());
    solver.step(1.0);  // allocates
    const double seconds = best_seconds([&] { solver.step(1.0); });
    return {"sph",
            "weakly compressible SPH, 1,000,000 particles in a tank of boundary particles, 2 threads",
            {{"neighbours", mean_neighbours(solver.liquid()), "a particle", {}},
             {"step", seconds, "s", {}},
             {"particle_step", 1e6 * seconds / solver.particles().size(), "us a particle", Bar{Better::lower, 0.30}}}};
}

}  // namespace lamella
