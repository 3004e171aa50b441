#include <lamella/pipeline/flip_setup.hpp>
#include <lamella/pipeline/liquid_setup.hpp>

namespace lamella {

FlipSetup flip_setup(const Run& run, const Scene& scene) {
    const std::vector<PlacedObstacle> obstacles = place_obstacles(run, scene);
    std::vector<GridSolid> solids;
    for (const PlacedObstacle& obstacle : obstacles)
        solids.push_back({obstacle.field.signed_distance, obstacle.inverted, obstacle.motion});
    return {liquid_setup(run, scene, obstacles), std::get<FlipParameters>(scene.solver), std::move(solids)};
}

}  // namespace lamella
