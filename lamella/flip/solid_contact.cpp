#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/flip/contact_sweep.hpp>
#include <lamella/flip/solid_contact.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kRim = 3;  // cells that a particle may have moved

using Distances = RimmedTile<float, kRim>;

bool touches(const ParticleTiles& tiles, const SolidGrid& solids, Index t, Real distance) {
    const auto values = solids.corner_distance().tile(t);
    const Real across = static_cast<Real>(kRim * tiles.cell);
    return std::ranges::any_of(values, [&](float d) { return d < distance + across; });
}

Vec3 unit(const Vec3& gradient) {
    const Real length = gradient.norm();
    return length > 0.0f ? Vec3(gradient / length) : Vec3::Zero().eval();
}

// Walls are planes: nothing is interpolated.
bool put_back(const GridWalls& walls, Real least, Vec3& x, Vec3& v) {
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
    return gradient.norm() > step ? unit(gradient) : Vec3(Vec3::Unit(axis));  // else in the middle of the wall
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
    const Vec3 n = unit(interpolated_gradient(distance, place));
    const Vec3 wall = solids.moves() ? solids.velocity(p) : Vec3::Zero().eval();
    return u[axis] - n[axis] * taken((u - wall).dot(n), wet);
}

bool put_back(const SolidGrid& solids, const Distances& distance, const Vec3& at, Real least, Vec3& x, Vec3& v) {
    const NodePlace place = node_place<kRim>(at);
    const Real d = interpolate(distance, place);
    if (d >= least) return false;
    const Vec3 n = unit(interpolated_gradient(distance, place));
    const Vec3 wall = solids.moves() ? solids.velocity(x) : Vec3::Zero().eval();
    x += (least - d) * n;
    v -= std::min((v - wall).dot(n), 0.0f) * n;
    return true;
}

}  // namespace

Index resolve_solid_contacts(const ParticleTiles& tiles, const SolidGrid& solids, Real least, ParticleSet& particles) {
    const ProfileScope scope("solid contacts");
    return sweep_contacts("solid contacts", tiles, particles, [&](Index t, const auto& each) {
        if (!touches(tiles, solids, t, least)) return;
        Distances distance;
        if (!solids.only_walls())
            distance.gather(solids.corner_distance(), tiles.around[static_cast<std::size_t>(t)], 0.0f);
        each([&](Index, Vec3& position, Vec3& velocity) {
            bool touched = put_back(solids.walls(), least, position, velocity);
            if (!solids.only_walls())
                touched |= put_back(solids, distance, tiles.in_tile(t, position), least, position, velocity);
            return touched;
        });
    });
}

std::vector<std::uint8_t> near_solids(const ParticleTiles& tiles, const SolidGrid& solids, Real distance,
                                      const ParticleSet& particles) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(particles.size()));
    parallel_for(
        "near solids", tiles.tiles.count(),
        [&](Index t) {
            if (tiles.particles.empty(t) || !touches(tiles, solids, t, distance)) return;
            RimmedTile<float, 1> corners;
            corners.gather(solids.corner_distance(), tiles.around[static_cast<std::size_t>(t)], 0.0f);
            tiles.particles.for_each(t, [&](Index i) {
                const NodePlace place = node_place<1>(tiles.in_tile(t, particles.positions()[i]));
                marks[static_cast<std::size_t>(i)] = interpolate(corners, place) < distance ? 1 : 0;
            });
        },
        kTileChunk);
    return marks;
}

void slide_along_solids(const ParticleTiles& tiles, const SolidGrid& solids, const LiquidCells& cells,
                        FaceField& velocity) {
    const FaceField before = velocity;
    parallel_for(
        "slide along solids", tiles.tiles.count(),
        [&](Index t) {
            const auto closed = [&](std::size_t a) {
                const auto faces = solids.open_share()[a].tile(t);
                return std::ranges::any_of(faces, [](float open) { return open == 0.0f; });
            };
            if (!closed(0) && !closed(1) && !closed(2)) return;
            const TilesAround& around = tiles.around[static_cast<std::size_t>(t)];
            RimmedTile<float, 1> distance;
            distance.gather(solids.corner_distance(), around, 0.0f);
            RimmedTile<std::uint8_t, 1> liquid;
            liquid.gather(cells.liquid, around, 0);
            RimmedFaces<1> sampled;
            sampled.gather(before, around);
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
                    const Vec3d p = tiles.cell * (tiles.tiles.first_cell(t).cast<double>() + at.cast<double>());
                    const bool wet = wet_beside(liquid, cell, a);
                    velocity[axis].tile(t)[static_cast<std::size_t>(c)] =
                        parted(c, a) ? slid_along_thin_wall(solids, sampled(at), p.cast<Real>(), a, wet)
                                     : slid(solids, distance, sampled, p.cast<Real>(), at, a, wet);
                }
        },
        kTileChunk);
}

}  // namespace lamella
