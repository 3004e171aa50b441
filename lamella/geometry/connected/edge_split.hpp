// A vertex on an edge, and the faces beside the edge in two.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

// Splits the edge at (1 - t) a + t b, its half-edge running from a to b. The new vertex is blended from a and b; the
// edge and its faces are divided, their slots keeping the parts at the half-edge's start. Gives the vertex, or -1 if
// the edge is not there. t lies between 0 and 1.
Index split_edge(ConnectedMesh& mesh, Index edge, Real t = 0.5f);

}  // namespace lamella
