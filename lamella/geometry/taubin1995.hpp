// Smoothing without shrinkage (Taubin 1995, "A Signal Processing Approach to Fair Surface Design"): a step of
// +lambda towards the mean of a vertex's neighbours, then one of -mu away from it. Noise between neighbours is
// damped, whatever is longer than about ten edges stays. Neighbours count by the inverse of their distance
// (the second weights of his section 4), so that the thin triangles of marching cubes do not drag vertices.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// Moves the vertices; attributes stay as they are.
void taubin_smooth(TriangleMesh& mesh, int passes);

}  // namespace lamella
