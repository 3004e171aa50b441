#include <lamella/pipeline/domain_walls.hpp>
#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/sph_setup.hpp>

namespace lamella {
namespace {

// The boundary particles of an obstacle, as far as they can ever come near the liquid.
std::vector<Vec3> samples_of(const Scene& scene, const Obstacle& obstacle, Real support) {
    const Box3 reach = domain_box(scene).padded(support + obstacle_path(scene, obstacle));
    return boundary_points(obstacle.shape, simulation_origin(scene), obstacle.inverted, scene.particle_spacing, reach,
                           static_cast<std::uint64_t>(scene.seed));
}

}  // namespace

SphSetup sph_setup(const Run& run, const Scene& scene) {
    const auto& parameters = std::get<SphParameters>(scene.solver);
    const std::vector<PlacedObstacle> obstacles = place_obstacles(run, scene, scene.particle_spacing);
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        run.throw_if_stopped();
        bodies.push_back(obstacles[i].body(obstacle_speed(scene, scene.obstacles[i])));
        bodies.back().samples = samples_of(scene, scene.obstacles[i], parameters.support * scene.particle_spacing);
    }
    return {liquid_setup(run, scene, obstacles), parameters, domain_walls(scene.domain, scene.particle_spacing),
            std::move(bodies)};
}

}  // namespace lamella
