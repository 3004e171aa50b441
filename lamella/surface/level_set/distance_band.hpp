// The level set that other programs want in a .vdb file: the signed distance from a mesh in metres, negative inside, in
// a band of three cells on both sides, and the band's width beyond. The field that the mesh was made of has the sign,
// so that the two sides of a thin sheet are not mistaken for one another.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>

namespace lamella {

inline constexpr Real kBandCells = 3.0f;

// Inside is where phi is at the level or above; phi has such nodes wherever the mesh has an inside.
SparseGrid distance_band(const SparseGrid& phi, float level, const TriangleMesh& mesh);

}  // namespace lamella
