#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

void SphLiquid::find_neighbours(const BodyStates& now) {
    const ProfileScope scope("neighbours");
    grid.build(particles);
    neighbours.find(grid, particles.positions());
    copy_vectors(particles.positions(), places);
    lists.find(neighbours, places, places, grid.box());
    boundary.move_to(now);
    solids.move_to(now);
    boundary.find_near(grid, particles.positions(), places);
}

void SphLiquid::compute_density() {
    const SphKernel W = kernel;
    auto& density = particles.get<ScalarColumn>("density");
    motion.resize(size());
    response.resize(size());
    parallel_for("density", size(), [&](Index i) {
        const auto [sum, slopes, squares] = sum_over(lists.of(i), [&](auto j) {
            const Pack r = j.distance();
            const Pack s = W.slope_over_r(r);
            return Terms{W(r), s * j.difference, s * (s * j.distance_squared)};
        });
        Real ratio = volume * sum;
        Vec3 from_walls = Vec3::Zero();
        for (const BoundarySet& set : boundary.sets()) {
            if (set.lists.none(i)) continue;
            const auto [wall_sum, wall_slopes] = sum_over(set.lists.of(i), [&](auto b) {
                const Pack r = b.distance();
                return Terms{b.carried * W(r), b.carried * W.slope_over_r(r) * b.difference};
            });
            ratio += wall_sum;
            from_walls += wall_slopes;
        }
        density[i] = rest_density * ratio;
        motion.set_w(i, ratio);
        response.set(i, from_walls, (volume * slopes + from_walls).squaredNorm() + volume * volume * squares);
    });
    keep_velocities();
}

void SphLiquid::keep_velocities() { copy_vectors(particles.get<Vec3Column>("v"), motion); }

void SphLiquid::restore_velocities() {
    auto& v = particles.get<Vec3Column>("v");
    parallel_for("restore velocities", size(), [&](Index i) { v.set(i, motion.vec(i)); });
}

void SphLiquid::carry(std::span<const Real> numbers) {
    parallel_for("carry", size(), [&](Index i) { places.set_w(i, numbers[i]); });
}

}  // namespace lamella
