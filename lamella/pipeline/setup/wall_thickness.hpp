// How thick the walls of an obstacle are, for solvers to which thin walls are something else than thick ones.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/matter/body.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// The thickness below which a hundredth of the shape's surface lies, measured through the matter along the normals of
// the surface; `limit` or more where that is thicker.
Real wall_thickness(const Shape& shape, bool inverted, const Vec3d& origin, Assets& assets, Real limit);

// Tells bodies in the order of the scene's obstacles and bodies how thin their walls are, as far as the solver asks,
// and warns of walls that it does not see.
void measure_walls(const Run& run, const Scene& scene, Assets& assets, const LiquidNeeds& needs,
                   std::vector<Body>& bodies);

}  // namespace lamella
