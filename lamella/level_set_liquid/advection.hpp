// Moves fields through a velocity on faces, backwards along its paths (semi-Lagrangian; Staniforth, Cote 1991): the
// new value at x is the old one at
//
//     x - dt u(x - dt/2 u(x)),
//
// interpolated along each axis by the cubic of Catmull and Rom (1974). It is of second order in time and of third
// in space. Velocities keep between the least and the largest of the eight values around the place (the limiter of
// Bermejo, Staniforth 1992); a distance does not, as that would flatten the ridge of a thin sheet.
#pragma once

#include <lamella/grid/face_field.hpp>
#include <lamella/level_set_liquid/level_tiles.hpp>

namespace lamella {

// The faces around one tile, fast as far as the rim and slow beyond it.
class FacesAround {
public:
    FacesAround(const LevelTiles& tiles, const FaceField& field) : tiles_(tiles), field_(field) {}

    void enter(Index t) { near_.gather(field_, tiles_.near(tile_ = t)); }
    Vec3 operator()(const Vec3& at) const { return RimmedFaces<kRim>::holds(at) ? near_(at) : far(at); }
    // Where what is at x now was before: `steps` is dt / cell.
    Vec3 before(const Vec3& x, Real steps) const { return x - steps * (*this)(x - 0.5f * steps * (*this)(x)); }
    Vec3 after(const Vec3& x, Real steps) const { return before(x, -steps); }

private:
    static constexpr Index kRim = 3;

    Vec3 far(const Vec3& at) const;

    const LevelTiles& tiles_;
    const FaceField& field_;
    Index tile_ = 0;
    RimmedFaces<kRim> near_;
};

// phi after a step; cells farther from the surface than `band` have +-band, before and after.
TileField<float> advected_level(const LevelTiles& tiles, const TileField<float>& phi, float band,
                                const FaceField& velocity, Real steps);

// The velocity after being carried by itself, on the faces of tiles with cells below `band`.
FaceField advected_velocity(const LevelTiles& tiles, const TileField<float>& phi, float band, const FaceField& velocity,
                            Real steps);

}  // namespace lamella
