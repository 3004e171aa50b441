// Some faces go, others come in their place: holes are cut and closed, parts are joined, a cap is put on.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

struct NewFace {
    Vec3i corners;    // vertices that are there
    Index like = -1;  // a face, also one that goes, whose labels and values it gets; amounts are zero
};

// All of it, or nothing and false where the result would not be manifold and oriented. Gone faces are named once. The
// new ones get the next slots, in their order; edges between the same vertices as before keep their slots and data.
// Vertices that have lost all faces stay until compact().
bool replace_faces(ConnectedMesh& mesh, std::span<const Index> gone, std::span<const NewFace> made);

}  // namespace lamella
