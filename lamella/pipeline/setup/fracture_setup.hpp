// How a solid of a scene breaks, as its solver starts with it: placed, with what files hold.
#pragma once

#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>
#include <lamella/solid/solid.hpp>

namespace lamella {

// Fills fracture and control of the solid with that number; its distance and spacing must be there. A curve that is
// not on the skin is a fault of the scene.
void set_fracture(const Scene& scene, std::size_t k, Assets& assets, SolidSetup& setup);

}  // namespace lamella
