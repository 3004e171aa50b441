// Which cells are liquid at solids, and which faces are theirs.
#pragma once

#include <lamella/eulerian/extrapolation.hpp>
#include <lamella/eulerian/pressure_projection.hpp>
#include <lamella/matter/liquid_view.hpp>

namespace lamella {

// The distance to the surface, in cells, from the fullness f of a trilinear kernel, one cell wide to each side: below a
// flat surface at a distance of t cells f = 1/2 + t - t |t| / 2.
Real level_of_fullness(Real fullness);

// The share of that kernel around a cell's centre that is not behind walls: 1/8, 3/4, 1/8 of three cells along an axis.
Real kernel_room(const RimmedTile<float, 1>& volume, const Vec3i& cell);

// The same for all cells: their fullness if all that is not behind walls were liquid.
TileField<float> room_for_liquid(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids);

// Cells whose centre is in a solid join liquid behind an open face; from the edges of a body that lies on a floor, or
// less than half a cell above it, liquid creeps under it.
void join_cells_in_solids(const std::vector<TilesAround>& around, const SolidGrid& solids, LiquidCells& cells);

// Leaves known only the faces of liquid cells.
void keep_faces_of_liquid(const std::vector<TilesAround>& around, const LiquidCells& cells, FaceFlags& known);

// Takes what is known away from closed faces.
void forget_closed_faces(const SolidGrid& solids, FaceFlags& known);

// Faces of the films under bodies get the velocity `kick`, which gravity gives to liquid at rest, and are no longer
// known: what particles around a film carry is not its own motion, and would be stopped in it within a cell.
void rest_films(const std::vector<TilesAround>& around, const SolidGrid& solids, const Vec3& kick, FaceField& velocity,
                FaceFlags& known);

// p = rho dx q / dt at the centres of liquid cells, from q of the projection; `scale` = rho dx / dt.
std::vector<PressureSample> pressure_samples(const TileSet& tiles, const LiquidCells& cells, const TileField<float>& q,
                                             double cell, double scale);

}  // namespace lamella
