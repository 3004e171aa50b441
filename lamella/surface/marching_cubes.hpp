// Marching cubes (Lorensen, Cline 1987) over the blocks of a sparse grid.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>

namespace lamella {

// The surface phi = iso. Inside means phi >= iso; nodes without a block count as outside. The mesh is
// closed, oriented and 2-manifold, each vertex stands on its own grid edge, and vertices and triangles are
// numbered by block, then by place in the block.
TriangleMesh marching_cubes(const SparseGrid& phi, float iso);

}  // namespace lamella
