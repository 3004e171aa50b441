#include <lamella/pipeline/domain_walls.hpp>
#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/sph_setup.hpp>

namespace lamella {
namespace {

// The boundary particles of an obstacle, as far as they can ever come near the liquid.
std::vector<Vec3> samples_of(const Scene& scene, const Obstacle& obstacle, Real reach) {
    return boundary_points(obstacle.shape, simulation_origin(scene), obstacle.inverted, scene.particle_spacing,
                           domain_box(scene).padded(reach), static_cast<std::uint64_t>(scene.seed));
}

}  // namespace

SphSetup sph_setup(const Run& run, const Scene& scene) {
    const auto& parameters = std::get<SphParameters>(scene.solver);
    const std::vector<PlacedObstacle> obstacles = place_obstacles(run, scene, scene.particle_spacing);
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        run.throw_if_stopped();
        const Real reach = parameters.support * scene.particle_spacing + obstacles[i].path;
        bodies.push_back(obstacles[i].body(samples_of(scene, scene.obstacles[i], reach)));
    }
    return {liquid_setup(run, scene, obstacles), parameters, domain_walls(scene.domain, scene.particle_spacing),
            std::move(bodies)};
}

}  // namespace lamella
