// The connected parts of a mesh.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// Leaves out parts (connected through shared vertices) whose enclosed volume is below the given one, whatever
// its sign: drops, and the bubbles inside. The rest keeps its order.
void remove_small_parts(TriangleMesh& mesh, double smallest_volume);

}  // namespace lamella
