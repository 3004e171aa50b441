// Smoothing without shrinkage (Taubin 1995, "A Signal Processing Approach to Fair Surface Design"): a step of
// +lambda towards the mean of a vertex's neighbours, then one of -mu away from it. Noise between neighbours is
// damped, whatever is longer than about ten edges stays.
//
// All neighbours count alike (the first weights of his section 4). The operator is then the same in every step, and
// vertices that marching cubes put close together move apart. With the inverse distances of his second weights they
// hold on to each other: a pair a thousandth of a cell apart moves as one, every step folds its thin triangles further,
// and after five passes 2 % of the edges of a mesh are folds.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

#include <span>

namespace lamella {

// Moves the vertices; attributes stay as they are. Each vertex takes its share of every step, from 0 to 1; no shares:
// all of it.
void taubin_smooth(TriangleMesh& mesh, int passes, std::span<const Real> shares = {});

}  // namespace lamella
