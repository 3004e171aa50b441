// Particles beside thin walls give to the grid and take from it on their own side only (as the one-sided
// interpolation of Guendelman et al. 2005): each stands for the grid at a place whose faces and cells are all on
// its side.
//
// A particle stands in its cell, or, where that belongs to the other side of a wall, in the nearest cell of its own
// side. Beside a closed face with room behind it nobody stands nearer to the face than the middle of the cell for what
// lies along the face; for the component across it, which the face itself holds, each stands where it is.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/flip/tile_particles.hpp>

namespace lamella {

// Where a particle stands, in cells from the lowest corner of a tile.
struct GridPlace {
    Vec3 along;   // the walls
    Vec3 across;  // them: its component a is the place of velocity component a along the axis a

    Vec3 of(int axis) const {
        Vec3 place = along;
        place[axis] = across[axis];
        return place;
    }
};

template <Index Rim>
Vec3 interpolate(const RimmedFaces<Rim>& faces, const GridPlace& place) {
    Vec3 value;
    for (int a = 0; a < 3; ++a)
        value[a] =
            interpolate(faces.components[static_cast<std::size_t>(a)], node_place<Rim>(place.of(a) - face_offset(a)));
    return value;
}

// A particle that stands in another cell than it is.
struct GuestParticle {
    Index particle;
    Vec3i cell;
};

// Of all particles; empty where there are no thin walls.
struct ParticleSides {
    enum class Stand : std::uint8_t { where_it_is, in_its_cell, in_another_cell };
    std::vector<Stand> stands;
    Vec3Column along, across;           // of those that do not stand where they are
    std::vector<GuestParticle> guests;  // in the order of tiles and particles

    Stand stand(Index i) const { return stands.empty() ? Stand::where_it_is : stands[static_cast<std::size_t>(i)]; }
    GridPlace place(Index i) const { return {along[i], across[i]}; }
};

struct ParticleTiles;

ParticleSides find_particle_sides(const ParticleTiles& tiles, const SolidGrid& solids, const Vec3Column& positions);

}  // namespace lamella
