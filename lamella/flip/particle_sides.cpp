#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/flip/particle_sides.hpp>
#include <lamella/flip/transfer.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

constexpr Real kOnWall = 1e-3f;  // cells: where a look at a corner ends

// One tile and what is around it.
class TileSides {
public:
    TileSides(const ParticleTiles& tiles, const SolidGrid& solids, Index t)
        : tiles_(tiles), solids_(solids), thin_(solids.thin_walls().bodies()), tile_(t) {
        const TilesAround& around = tiles.around[static_cast<std::size_t>(t)];
        sides_.gather(solids.thin_walls().sides(), around, ThinWalls::kOneSide);
        parted_.gather(solids.thin_walls().parted_faces(), around, 0);
        distance_.gather(solids.corner_distance(), around, -1.0f);
    }
    bool one_side() const {
        return std::ranges::all_of(sides_.values, [](std::uint8_t s) { return s == ThinWalls::kOneSide; }) &&
               std::ranges::all_of(parted_.values, [](std::uint8_t s) { return s == 0; });
    }
    // In cells from the tile's lowest corner; `home` becomes the cell that the particle stands in.
    GridPlace place(const Vec3& at, Vec3i& home) const {
        const Vec3i cell = home;
        if (sides_.at(cell.x(), cell.y(), cell.z()) != ThinWalls::kOneSide) home = cell_on_its_side(at, cell);
        GridPlace place{at, at};
        for (int a = 0; a < 3; ++a) {
            const Real low = static_cast<Real>(home[a]), middle = low + 0.5f;
            const Vec3i above = home + Vec3i::Unit(a);
            if (home[a] != cell[a] || (at[a] < middle && parted(home, a)) || (at[a] > middle && parted(above, a)))
                place.along[a] = middle;
            place.across[a] = std::clamp(at[a], low, low + 1.0f);
        }
        return place;
    }

private:
    bool parted(const Vec3i& cell, int axis) const {
        return (parted_.at(cell.x(), cell.y(), cell.z()) >> axis & 1) != 0;
    }
    static Vec3i corner_of(const Vec3i& cell, unsigned k) {
        return cell + Vec3i(static_cast<Index>(k & 1), static_cast<Index>(k >> 1 & 1), static_cast<Index>(k >> 2 & 1));
    }
    Vec3i cell_on_its_side(const Vec3& at, const Vec3i& cell) const {
        std::array<unsigned, 8> order;
        std::iota(order.begin(), order.end(), 0U);
        const auto far = [&](unsigned k) { return (corner_of(cell, k).cast<Real>() - at).squaredNorm(); };
        std::ranges::stable_sort(order, {}, far);
        const unsigned side = sides_.at(cell.x(), cell.y(), cell.z());
        for (const unsigned k : order) {
            const Vec3i corner = corner_of(cell, k);
            if (!(distance_.at(corner.x(), corner.y(), corner.z()) > 0.0f) || !sees(at, corner.cast<Real>())) continue;
            return (side >> k & 1U) ? cell : cell_at_corner(at, cell, k);
        }
        return cell;
    }
    // The nearest cell around corner k of this one that belongs to the corner's side.
    Vec3i cell_at_corner(const Vec3& at, const Vec3i& cell, unsigned k) const {
        Vec3i best = cell;
        Real nearest = std::numeric_limits<Real>::infinity();
        for (unsigned flip = 1; flip < 8; ++flip) {
            Vec3i other = cell;
            Real distance = 0.0f;
            for (int a = 0; a < 3; ++a) {
                if (!(flip >> a & 1U)) continue;
                const bool up = (k >> a & 1U) != 0;
                other[a] += up ? 1 : -1;
                const Real gap = static_cast<Real>(cell[a] + (up ? 1 : 0)) - at[a];
                distance += gap * gap;
            }
            if (!(sides_.at(other.x(), other.y(), other.z()) >> (k ^ flip) & 1U) || distance >= nearest) continue;
            nearest = distance;
            best = other;
        }
        return best;
    }
    // Whether no thin wall lies between.
    bool sees(const Vec3& at, const Vec3& corner) const {
        const auto world = [&](const Vec3& p) -> Vec3 {
            return (tiles_.cell * (tiles_.tiles.first_cell(tile_).cast<double>() + p.cast<double>())).cast<Real>();
        };
        const Vec3 from = world(at), way = world(corner) - from;
        const Real length = way.norm();
        for (Real s = 0.0f; s < length;) {
            const Real d = distance(from + s / length * way);
            if (d < kOnWall * static_cast<Real>(tiles_.cell)) return false;
            s += d;
        }
        return true;
    }
    Real distance(const Vec3& p) const {
        Real nearest = std::numeric_limits<Real>::infinity();
        for (const std::size_t b : thin_)
            nearest = std::min(nearest, solids_.bodies()[b].distance(solids_.states().of[b], p));
        return nearest;
    }

    const ParticleTiles& tiles_;
    const SolidGrid& solids_;
    std::vector<std::size_t> thin_;
    Index tile_;
    RimmedTile<std::uint8_t, 1> sides_;
    RimmedTile<std::uint8_t, 2> parted_;
    RimmedTile<float, 1> distance_;
};

}  // namespace

ParticleSides find_particle_sides(const ParticleTiles& tiles, const SolidGrid& solids, const Vec3Column& positions) {
    ParticleSides sides;
    if (solids.thin_walls().none()) return sides;
    const ProfileScope scope("particle sides");
    using enum ParticleSides::Stand;
    sides.stands.assign(static_cast<std::size_t>(positions.size()), where_it_is);
    sides.along.resize(positions.size());
    sides.across.resize(positions.size());
    std::vector<std::vector<GuestParticle>> guests(static_cast<std::size_t>(tiles.tiles.count()));
    parallel_for(
        "particle sides", tiles.tiles.count(),
        [&](Index t) {
            if (tiles.particles.empty(t)) return;
            const TileSides near(tiles, solids, t);
            if (near.one_side()) return;
            tiles.particles.for_each(t, [&](Index i) {
                const Vec3 at = tiles.in_tile(t, positions[i]);
                const Vec3i cell = at.array().floor().cast<Index>().max(0).min(kTileWidth - 1);
                Vec3i home = cell;
                const GridPlace place = near.place(at, home);
                if (place.along == at) return;
                sides.stands[static_cast<std::size_t>(i)] = home == cell ? in_its_cell : in_another_cell;
                sides.along.set(i, place.along);
                sides.across.set(i, place.across);
                if (home != cell) guests[static_cast<std::size_t>(t)].push_back({i, tiles.tiles.first_cell(t) + home});
            });
        },
        kTileChunk);
    for (const auto& some : guests) sides.guests.insert(sides.guests.end(), some.begin(), some.end());
    return sides;
}

}  // namespace lamella
