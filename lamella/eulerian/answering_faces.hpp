// Which part of the faces of a tile is closed by bodies that answer to the liquid, as opposed to what rests or moves as
// it is told: of a face that is open by the share A, and by A_r if only what never moves were there, the share A_r - A
// where the nearest moving body answers.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>

namespace lamella {

struct AnsweringFaces {
    // Of the low faces of each cell, those of the high sides of the tile too, and which body closes it.
    std::array<RimmedTile<float, 1>, 3> share;
    std::array<RimmedTile<Index, 1>, 3> body;

    // The faces of tile t; whether there are any, else nothing is filled in.
    bool find(const TileSet& tiles, Index t, const TilesAround& around, const SolidGrid& solids,
              std::span<const Index> answering);
};

}  // namespace lamella
