#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

void SphLiquid::find_neighbours(double t) {
    const ProfileScope scope("neighbours");
    grid.build(particles);
    neighbours.find(grid, particles.positions());
    boundary.move_to(t);
    boundary.find_near(grid, particles.positions());
}

void SphLiquid::compute_density() {
    const CubicSpline W(support);
    const Real fluid_scale = mass / sums.density;
    const Real wall_scale = rest_density / sums.density;
    auto& density = particles.get<ScalarColumn>("density");
    parallel_for("density", size(), [&](Index i) {
        Real rho = fluid_scale * sum_over(neighbours.of(i), [&](auto j) { return W(j.distance()); });
        for (const BoundarySet& set : boundary.sets()) {
            const auto& volume = set.particles.get<ScalarColumn>("volume");
            if (set.near_fluid.none_near(i)) continue;
            rho += wall_scale * sum_over(set.near_fluid.of(i), [&](auto b) { return volume[b] * W(b.distance()); });
        }
        density[i] = rho;
    });
}

}  // namespace lamella
