#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/solid_slide.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Whether there is liquid in one of the 18 cells on both sides of the low face and around it: also behind a wall that
// meets the one of this face in a corner.
bool wet_beside(const RimmedTile<std::uint8_t, 1>& liquid, const Vec3i& cell, int axis) {
    bool wet = false;
    for_each_offset([&](Index x, Index y, Index z) {
        const Vec3i offset(x, y, z), at = cell + offset;
        if (offset[axis] > 0 || (at.array() < -1).any() || (at.array() > kTileWidth).any()) return;
        wet |= liquid.at(at.x(), at.y(), at.z()) != 0;
    });
    return wet;
}

// The part of a velocity along the normal that a solid takes away.
Real taken(Real outwards, bool wet) { return wet ? outwards : std::min(outwards, 0.0f); }

// The direction through a thin wall at p; of two that are opposite, either.
Vec3 direction_through_wall(const SolidGrid& solids, const Vec3& p, int axis) {
    const auto step = static_cast<Real>(0.05 * solids.cell());
    Vec3 gradient;
    for (int a = 0; a < 3; ++a)
        gradient[a] = solids.distance(p + step * Vec3::Unit(a)) - solids.distance(p - step * Vec3::Unit(a));
    return gradient.norm() > step ? unit_or_zero(gradient) : Vec3(Vec3::Unit(axis));  // else in the middle of the wall
}

// The component of the velocity at a closed face in a thin wall. Single particles are stopped by the wall itself.
Real slid_along_thin_wall(const SolidGrid& solids, const Vec3& u, const Vec3& p, int axis, bool wet) {
    if (!wet) return u[axis];
    const Vec3 n = direction_through_wall(solids, p, axis);
    const Vec3 wall = solids.moves() ? solids.velocity(p) : Vec3::Zero().eval();
    return u[axis] - n[axis] * (u - wall).dot(n);
}

// The component of the velocity at a closed face.
Real slid(const SolidGrid& solids, const RimmedTile<float, 1>& distance, const RimmedFaces<1>& sampled, const Vec3& p,
          const Vec3& at, int axis, bool wet) {
    const Vec3 u = sampled(at);
    const Real behind = solids.walls().normal_behind(p, axis);
    if (behind != 0.0f) return u[axis] - behind * taken(behind * u[axis], wet);
    const NodePlace place = node_place<1>(at);
    if (solids.only_walls() || interpolate(distance, place) > 0.0f) return u[axis];
    const Vec3 n = unit_or_zero(interpolated_gradient(distance, place));
    const Vec3 wall = solids.moves() ? solids.velocity(p) : Vec3::Zero().eval();
    return u[axis] - n[axis] * taken((u - wall).dot(n), wet);
}

}  // namespace

bool put_before_walls(const GridWalls& walls, Real least, Vec3& x, Vec3& v) {
    bool touched = false;
    for (int a = 0; a < 3; ++a)
        for (int side : {0, 1}) {
            if (walls.open[static_cast<std::size_t>(2 * a + side)]) continue;
            const Real sign = side == 0 ? 1.0f : -1.0f;
            const Real place = (side == 0 ? walls.box.min[a] : walls.box.max[a]) + sign * least;
            if (sign * (x[a] - place) >= 0.0f) continue;
            x[a] = place;
            if (sign * v[a] < 0.0f) v[a] = 0.0f;
            touched = true;
        }
    return touched;
}

void slide_along_solids(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                        const LiquidCells& cells, FaceField& velocity) {
    const FaceField before = velocity;
    parallel_for(
        "slide along solids", tiles.count(),
        [&](Index t) {
            const auto closed = [&](std::size_t a) {
                const auto faces = solids.open_share()[a].tile(t);
                return std::ranges::any_of(faces, [](float open) { return open == 0.0f; });
            };
            if (!closed(0) && !closed(1) && !closed(2)) return;
            const TilesAround& near = around[static_cast<std::size_t>(t)];
            RimmedTile<float, 1> distance;
            distance.gather(solids.corner_distance(), near, 0.0f);
            RimmedTile<std::uint8_t, 1> liquid;
            liquid.gather(cells.liquid, near, 0);
            RimmedFaces<1> sampled;
            sampled.gather(before, near);
            const auto parted = [&](Index c, int a) {
                return !solids.thin_walls().none() &&
                       (solids.thin_walls().parted_faces().tile(t)[static_cast<std::size_t>(c)] >> a & 1) != 0;
            };
            for (Index c = 0; c < kTileCells; ++c)
                for (int a = 0; a < 3; ++a) {
                    const auto axis = static_cast<std::size_t>(a);
                    if (solids.open_share()[axis].tile(t)[static_cast<std::size_t>(c)] > 0.0f) continue;
                    const Vec3i cell = coordinates_in_tile(c);
                    const Vec3 at = cell.cast<Real>() + face_offset(a);
                    const Vec3d p = solids.cell() * (tiles.first_cell(t).cast<double>() + at.cast<double>());
                    const bool wet = wet_beside(liquid, cell, a);
                    velocity[axis].tile(t)[static_cast<std::size_t>(c)] =
                        parted(c, a) ? slid_along_thin_wall(solids, sampled(at), p.cast<Real>(), a, wet)
                                     : slid(solids, distance, sampled, p.cast<Real>(), at, a, wet);
                }
        },
        kTileChunk);
}

}  // namespace lamella
