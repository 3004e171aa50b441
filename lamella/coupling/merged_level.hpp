// One level set of a sea and of the water on a mesh, for frames: in cells of a quarter of the sea's the smaller of the
// sea's, by cubics, and of the water's on the mesh (skinned/water_level.hpp). Lee, Hyde, Li, Fedkiw 2019, section 4.2,
// make particles of the cells and their surface by anisotropic kernels.
#pragma once

#include <lamella/grid/sparse_grid.hpp>
#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/skinned/water_level.hpp>

namespace lamella {

// In metres, negative inside, as far as 1.5 cells of the sea.
SparseGrid merged_level(const LevelSetSolver& sea, const WaterLevel& water);

}  // namespace lamella
