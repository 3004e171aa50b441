// From a scene to what the SPH solver starts from: the liquid, and boundary particles on walls and obstacles.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/sph/sph_solver.hpp>

namespace lamella {

SphSetup sph_setup(const Run& run, const Scene& scene);

}  // namespace lamella
