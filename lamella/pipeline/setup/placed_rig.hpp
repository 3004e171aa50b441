// A character that is an obstacle: the rig of its glTF file, checked, placed and set in motion.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/geometry/rig/rig_motion.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <memory>

namespace lamella {

// Relative to the simulation's origin. InputError for a clip that is not there, a surface that is open or inside out, a
// joint without size, and a character that never comes into the domain.
std::shared_ptr<const RigMotion> place_rig(const Run& run, const Scene& scene, Assets& assets,
                                           const Obstacle& obstacle);

}  // namespace lamella
