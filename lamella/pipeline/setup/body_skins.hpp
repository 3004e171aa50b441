// The surfaces of the bodies of a scene, with the rigs that bend them, as solvers that build around them need them.
#pragma once

#include <lamella/matter/body_skin.hpp>
#include <lamella/pipeline/setup/placed_obstacles.hpp>

namespace lamella {

// Relative to the simulation's origin, in the order of the obstacles and bodies.
std::vector<BodySkin> body_skins(const Scene& scene, Assets& assets, const std::vector<PlacedObstacle>& placed);

}  // namespace lamella
