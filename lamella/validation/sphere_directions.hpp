// Directions that cover the sphere evenly.
#pragma once

#include <lamella/core/vec.hpp>

#include <vector>

namespace lamella {

// The corners of an icosahedron whose triangles are cut in four `subdivisions` times: 12, 42, 162, ... unit vectors.
std::vector<Vec3> sphere_directions(int subdivisions);

}  // namespace lamella
