// One function a benchmark.
#pragma once

#include "figures.hpp"

namespace lamella {

Figures neighbour_benchmark();
Figures pressure_benchmark();
Figures rigid_benchmark();
Figures sea_benchmark();
Figures sheet_benchmark();
Figures sph_benchmark();
Figures surface_benchmark();
Figures flip_benchmark();
Figures tracking_benchmark();
Figures tracking_scenes_benchmark();
Figures skinned_benchmark();
Figures solid_benchmark();
Figures surfel_benchmark();

}  // namespace lamella
