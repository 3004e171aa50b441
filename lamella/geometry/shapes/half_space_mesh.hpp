// The part of a half space that lies in a box, as a closed mesh.
#pragma once

#include <lamella/geometry/shapes/shapes.hpp>

namespace lamella {

// Empty where they do not meet. Corners are not shared between the faces, so that each keeps its flat normals.
TriangleMesh half_space_in_box(const HalfSpaceShape& plane, const Box3& box);

}  // namespace lamella
