// The solids of a scene as their solver starts with them.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>
#include <lamella/solid/solid_solver.hpp>

namespace lamella {

// `bodies` are the scene's obstacles. A mesh that is not closed, a solid that is thinner than three particles or
// overlaps something at the start, a held part that holds nothing, and steps of which a frame needs more than a million
// are faults of the scene.
SolidsSetup solids_setup(const Run& run, const Scene& scene, Assets& assets, std::vector<Body> bodies);

}  // namespace lamella
