// From a scene to what the particles of a known flow start from.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/prescribed/prescribed_solver.hpp>
#include <lamella/scene/scene.hpp>

namespace lamella {

PrescribedSetup prescribed_setup(const Run& run, const Scene& scene);

}  // namespace lamella
