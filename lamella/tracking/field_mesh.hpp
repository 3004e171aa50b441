// Marching cubes of a field that is asked for point by point.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/tracking/level_field.hpp>

namespace lamella {

// All of the box is looked at. Outside it is nothing.
TriangleMesh extract_mesh(const LevelField& phi, const Box3& box, Real cell);

}  // namespace lamella
