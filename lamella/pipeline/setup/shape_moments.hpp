// Volume, centre and moments of the shapes of a scene.
#pragma once

#include <lamella/rigid/solid_moments.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// Relative to the simulation's origin; nothing of a half space. A mesh that is open, or encloses nothing, is a fault of
// the scene at that path.
SolidMoments moments_of_shape(const Shape& shape, const std::string& path, const Vec3d& origin, Assets& assets);

}  // namespace lamella
