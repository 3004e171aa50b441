// A level set and velocities from the particles that a liquid starts with. Each gives its mass to the centres and its
// momentum to the faces around it with a trilinear kernel one cell wide, and the fullness of a cell tells how far its
// centre is from the surface (eulerian/liquid_cells.hpp): exact at the flat faces of a lattice.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/level_set_liquid/level_tiles.hpp>
#include <lamella/particles/particle_set.hpp>

namespace lamella {

struct LevelSetStart {
    LevelTiles tiles;
    TileField<float> phi;  // in cells, within one of the surface; +-1 elsewhere
    FaceField velocity;    // zero where no particle is near
};

// Particles of the spacing of half a cell. Brings the solids to the tiles.
LevelSetStart level_set_start(const ParticleSet& particles, double cell, SolidGrid& solids);

}  // namespace lamella
