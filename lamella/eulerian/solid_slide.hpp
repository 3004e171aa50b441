// What keeps liquid of a grid out of solids: velocities inside them slide along their surface, and what has come too
// near is put back in front.
#pragma once

#include <lamella/eulerian/pressure_projection.hpp>
#include <lamella/grid/trilinear.hpp>

namespace lamella {

// At closed faces the part of the velocity along the normal becomes the solid's own; where there is no liquid cell but
// single particles, only if it goes into the solid: they may part from it.
void slide_along_solids(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                        const LiquidCells& cells, FaceField& velocity);

inline Vec3 unit_or_zero(const Vec3& v) {
    const Real length = v.norm();
    return length > 0.0f ? Vec3(v / length) : Vec3::Zero().eval();
}

// What is nearer than `least` to a wall of the domain is put there, and loses the velocity that goes into it. Walls are
// planes: nothing is interpolated. Returns whether it was.
bool put_before_walls(const GridWalls& walls, Real least, Vec3& x, Vec3& v);

// The same for all solids by the distances in one tile; `at` is x in cells from its lowest corner.
template <Index Rim>
bool put_before_solids(const SolidGrid& solids, const RimmedTile<float, Rim>& distance, const Vec3& at, Real least,
                       Vec3& x, Vec3& v) {
    const NodePlace place = node_place<Rim>(at);
    const Real d = interpolate(distance, place);
    if (d >= least) return false;
    const Vec3 n = unit_or_zero(interpolated_gradient(distance, place));
    const Vec3 wall = solids.moves() ? solids.velocity(x) : Vec3::Zero().eval();
    x += (least - d) * n;
    v -= std::min((v - wall).dot(n), 0.0f) * n;
    return true;
}

}  // namespace lamella
