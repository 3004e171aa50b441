// One level set of a sea and of the water on a mesh, for frames: of the smaller of two values in cells of a quarter of
// the sea's,
//
//     phi of the sea, by cubics,    and    (kFull - f) a,
//
// with f the fullness of the mesh's cells, 1 in the sea, three times averaged with that of the cells behind their faces
// (skin and border left out), then taken to nodes and along straight lines in the cells, and a their long edge. The
// mean joins both sides of the waterline without a gap; water thinner than kFull of a cell is not in it. Lee, Hyde, Li,
// Fedkiw 2019, section 4.2, make particles of the cells and their surface by anisotropic kernels.
#pragma once

#include <lamella/grid/sparse_grid.hpp>
#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/skinned/carried_water.hpp>

namespace lamella {

// `sunk` are the cells that stand in the sea. In metres, negative inside, as far as 1.5 cells of the sea.
SparseGrid merged_level(const LevelSetSolver& sea, const CarriedWater& water, std::span<const std::uint8_t> sunk);

}  // namespace lamella
