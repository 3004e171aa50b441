// Makes a level set a signed distance again. With d_a the distance of a cell along the axis a to where phi, linear
// between centres, changes its sign, a cell beside the surface gets
//
//     d = |phi|, but at least 0.7 (sum_a 1 / d_a^2)^(-1/2) and at most min_a d_a
//
// (the root is the distance to a plane; as the lower bound itself it would shrink what is convex): the surface stays
// where it is, values that are distances are kept, and those that have become too flat or too steep are repaired.
// Farther away |grad d| = 1 is solved by Godunov's scheme, with fast sweeping (Zhao 2005) within each tile and an
// exchange between tiles after every eight sweeps, so that the order of the tiles plays no role. That scheme is of
// first order: within three cells a value that differs by less than a quarter of a cell stays as it is, as advection
// has kept it better.
#pragma once

#include <lamella/level_set_liquid/level_tiles.hpp>

namespace lamella {

// Cells farther than `band` (at most 8) get +-band.
void redistance(const LevelTiles& tiles, float band, TileField<float>& phi);

}  // namespace lamella
