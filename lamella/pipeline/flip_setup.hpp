// From a scene to what the FLIP solver starts from: the liquid, and the solids as distances.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/flip/flip_solver.hpp>
#include <lamella/scene/scene.hpp>

namespace lamella {

FlipSetup flip_setup(const Run& run, const Scene& scene);

}  // namespace lamella
