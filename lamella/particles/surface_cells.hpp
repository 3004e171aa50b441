// Which cells lie at a surface. A cell of 2 spacings holds 8 particles in the midst of liquid. Where it and the 26
// around it hold 3 each, and the 9 beyond each of its faces 45 together, a surface is at least 1.2 spacings away.
// Cells are wider along periods that they have to divide, and hold more in proportion.
#pragma once

#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/neighbour_grid.hpp>

namespace lamella {

// The cells of which this cannot be said, in order.
std::vector<Index> cells_at_surfaces(const NeighbourGrid& grid, const MassShares& mass, Real spacing);

}  // namespace lamella
