// The rigid bodies of a scene as their solver starts with them.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/rigid/rigid_solver.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// `bodies` are all of the world: the scene's obstacles, and behind them its rigid bodies. A mesh that is not closed,
// and bodies that overlap at the start, are faults of the scene.
RigidSetup rigid_setup(const Run& run, const Scene& scene, Assets& assets, std::vector<Body> bodies);

}  // namespace lamella
