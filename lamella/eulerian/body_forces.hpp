// What a grid liquid does to walls and bodies (Batty, Bertails, Bridson 2007, section 3). In a liquid cell whose faces
// are open by the shares A_f the solid's surface has the vector area - dx^2 s, s = sum_f n_f A_f, from the liquid into
// the solid: the whole faces of a cell cancel. With q = dt p / (rho dx) of the projection the impulse on the solid is
//
//     - rho dx^3 q s  +  rho dx^2 d s (s / |s| . (u - v)).
//
// The first is the pressure at the cell's centre. The second takes it to the solid's surface, at the distance d from
// the centre (negative where the centre lies in the solid): beside a solid of the velocity v the pressure's gradient is
// what turns u, the liquid's velocity before the projection, into v. Without it a floor carries half a cell of water
// too little, and a ball of three cells in radius loses a third of its lift. Bodies that answer to the liquid are left
// out: their loads are part of the solve (rigid_coupling_batty2007.hpp).
#pragma once

#include <lamella/eulerian/pressure_projection.hpp>

namespace lamella {

// The first sum: after the projection.
BodyLoads pressure_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const TileField<float>& pressure, double density);

// The second sum: before it.
BodyLoads stopping_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const FaceField& velocity, double density);

}  // namespace lamella
