// The walls of a box as a container: slabs that overlap at their edges, which clear matter does not show.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

#include <array>

namespace lamella {

// One slab for each side that is a wall (x-, x+, y-, y+, z-, z+), from `inset` metres inside the box to `thickness`
// metres outside. Every face has vertices of its own, so that edges are sharp.
TriangleMesh container_mesh(const Box3& inside, const std::array<bool, 6>& is_wall, Real thickness, Real inset);

}  // namespace lamella
