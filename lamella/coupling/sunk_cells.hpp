// The cells of a mesh on a skin that stand in a sea: those whose nodes are all under water, cells that the skin cuts
// among them (the level set goes on into solids as a mirror image). What is in them is the sea's water, and no water
// of theirs is kept. For the transport those near other cells are lent it: a full cell with the sea's velocity.
//
// The mesh goes through the floor and through other bodies, deeper than the mirror image reaches: a cell whose middle
// lies there stands in the sea where the sea is before it.
#pragma once

#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/water_cells.hpp>

#include <optional>
#include <vector>

namespace lamella {

// The walls of the domain, and the bodies beside the one that carries.
class OtherSolids {
public:
    // The first body carries.
    OtherSolids(const LiquidDomain& domain, std::span<const Body> bodies, double cell);

    // For a point in one of them, one that lies before it; nothing for others.
    std::optional<Vec3> before(const Vec3& x, const BodyStates& now) const;

private:
    Box3 box_;
    std::vector<Body> bodies_;
    Real aside_;  // how far before them, m
};

// Flags for each cell.
struct SunkCells {
    std::vector<std::uint8_t> sunk, in_solid;
};

// With the mesh's nodes at `x`.
SunkCells sunk_cells(const SkinnedTets& mesh, std::span<const Vec3> x, const LevelSetSolver& sea,
                     const OtherSolids& solids, const BodyStates& now);

// Fills sunk cells within reach of others; `step` is the one to come. Returns those cells, ascending.
std::vector<Index> lend_water(const MeshStep& step, const LevelSetSolver& sea, WaterCells& water);

}  // namespace lamella
