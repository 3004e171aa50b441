#include <lamella/pipeline/flip_setup.hpp>
#include <lamella/pipeline/liquid_setup.hpp>

namespace lamella {

namespace {

constexpr Real kBand = 8.0f;  // spacings around solids in which the grid looks at distances

Scene with_jitter(Scene scene, Real jitter) {
    for (Fluid& fluid : scene.fluids)
        for (FluidShape& shape : fluid.shapes)
            if (shape.jitter == 0.0f) shape.jitter = jitter;
    return scene;
}

}  // namespace

FlipSetup flip_setup(const Run& run, const Scene& scene) {
    const std::vector<PlacedObstacle> obstacles = place_obstacles(run, scene, kBand * scene.particle_spacing);
    std::vector<Body> bodies;
    for (const PlacedObstacle& obstacle : obstacles) bodies.push_back(obstacle.body({}));
    const auto& parameters = std::get<FlipParameters>(scene.solver);
    return {liquid_setup(run, with_jitter(scene, parameters.start_jitter), obstacles), parameters, std::move(bodies)};
}

}  // namespace lamella
