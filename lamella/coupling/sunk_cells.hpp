// The cells of a mesh on a skin that stand in a sea: those whose nodes are all under water, cells that the skin cuts
// among them (the level set goes on into solids as a mirror image). What is in them is the sea's water, and no water
// of theirs is kept. For the transport those near other cells are lent it: a full cell with the sea's velocity.
#pragma once

#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/water_cells.hpp>

#include <vector>

namespace lamella {

// A flag for each cell, with its nodes at `x`.
std::vector<std::uint8_t> sunk_cells(const SkinnedTets& mesh, std::span<const Vec3> x, const LevelSetSolver& sea);

// Fills sunk cells within reach of others; `step` is the one to come. Returns those cells, ascending.
std::vector<Index> lend_water(const MeshStep& step, const LevelSetSolver& sea, WaterCells& water);

}  // namespace lamella
