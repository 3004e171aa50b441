// Edges are flipped where that makes the triangles beside them rounder: where the angles opposite to the edge add up to
// more than 180 degrees (Delaunay), that is where their cotangents add up to less than 0. Yu 2011 has no flips; without
// them a tenth of the triangles falls below 15 degrees in a shear of 2 pi, and ten times more edges are split and
// collapsed, which blurs what the mesh carries.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <span>
#include <vector>

namespace lamella {

// Whether the edge is to be flipped: its faces are at most arccos(smallest_cosine) apart, and the new ones look the
// same way as they do.
bool wants_flip(const ConnectedMesh& mesh, Index edge, Real smallest_cosine);

// Flips the candidates in ascending order, then the edges around those that were flipped, at most `sweeps` times; gives
// how many flips there were.
Index flip_edges(ConnectedMesh& mesh, Real smallest_cosine, int sweeps, std::vector<Index> candidates);

}  // namespace lamella
