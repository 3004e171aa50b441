// The world of a scene: its bodies, and the solvers that its matter asks for.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/matter/world.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

World make_world(const Run& run, const Scene& scene, Assets& assets);

}  // namespace lamella
