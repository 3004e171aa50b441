// How large a triangle mesh is.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// What a closed mesh encloses, by the divergence theorem; negative when it is inside out.
double enclosed_volume(const TriangleMesh& mesh);

double surface_area(const TriangleMesh& mesh);

}  // namespace lamella
