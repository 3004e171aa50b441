// Boundary particles on the closed faces of the domain.
#pragma once

#include <lamella/scene/scene.hpp>

namespace lamella {

// Whether the face on side 0 (low) or 1 (high) of an axis is a wall: neither open nor periodic.
bool is_wall(const Domain& domain, int axis, int side);

// One layer half a spacing outside the box, each point once; faces that are open or periodic have none.
std::vector<Vec3> domain_walls(const Domain& domain, Real spacing);

}  // namespace lamella
