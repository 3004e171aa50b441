// The closed faces of the domain, and boundary particles on them.
#pragma once

#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// Whether the face on side 0 (low) or 1 (high) of an axis is a wall: neither open nor periodic.
bool is_wall(const Domain& domain, int axis, int side);

// The box of the domain relative to its lowest corner, infinite where there is no wall.
Box3 walls_of(const Scene& scene);

// One layer half a spacing outside the box, each point once; faces that are open or periodic have none.
std::vector<Vec3> domain_walls(const Domain& domain, Real spacing);

}  // namespace lamella
