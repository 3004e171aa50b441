// A unit cube of n^3 cells with a block of 0.4 x 0.5 x 0.5 in a corner, eight particles a cell.
#pragma once

#include <lamella/matter/liquid_setup.hpp>

namespace lamella {

void put_dam_in_cube(Index n, LiquidSetup& setup);

}  // namespace lamella
