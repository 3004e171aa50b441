// What the pressure of a grid liquid does to walls and bodies (Batty, Bertails, Bridson 2007, section 3). In a liquid
// cell whose faces are open by the shares A_f the solid's surface has the vector area - dx^2 sum_f n_f A_f, from the
// liquid into the solid: the whole faces of a cell cancel. With q = dt p / (rho dx) of the projection the impulse on it
// is
//
//     - rho dx^3 q sum_f n_f A_f,
//
// which is, with the other sign, what the same q gives to the liquid's faces.
#pragma once

#include <lamella/eulerian/pressure_projection.hpp>

namespace lamella {

// Each cell's impulse acts at its centre, on the solid that is nearest to its closed part.
BodyLoads pressure_loads(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         const LiquidCells& cells, const TileField<float>& pressure, double density);

}  // namespace lamella
