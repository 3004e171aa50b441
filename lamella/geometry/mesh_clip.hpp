// Cuts a mesh at the faces of a box and keeps what is inside. The mesh is open where it was cut.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// Vertices closer than `snap` to a face are put onto it, so that no slivers are left. New vertices get the
// interpolated attributes of their edge (those of whole numbers the nearer end's); N keeps unit length.
void clip_to_box(TriangleMesh& mesh, const Box3& box, Real snap);

}  // namespace lamella
