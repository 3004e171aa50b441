#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/eulerian/thin_walls.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kThin = 2.0f;         // cells
constexpr Real kOnWall = 5e-3f;      // cells: where an edge has reached a wall
constexpr Real kLeastReach = 0.02f;  // cells: the shortest way to a wall that a ghost value is made of

Real least_distance(const PlacedBodies& placed, const std::vector<std::size_t>& which, const Vec3& p) {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (const std::size_t b : which) nearest = std::min(nearest, placed.bodies[b].distance(placed.states.of[b], p));
    return nearest;
}

// The cuts of the edges of one tile.
class EdgeFollower {
public:
    EdgeFollower(const PlacedBodies& placed, const std::vector<std::size_t>& which, const TileSet& tiles, double cell)
        : placed_(placed), which_(which), tiles_(tiles), cell_(static_cast<Real>(cell)) {}

    void follow(Index t, const TileField<float>& distance, const TilesAround& around, EdgeCuts& cuts) const {
        if (std::ranges::none_of(distance.tile(t), [&](float d) { return std::abs(d) < cell_; })) return;
        RimmedTile<float, 1> d;
        d.gather(distance, around, kMissing);
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            if (!(std::abs(d.values[at]) < cell_)) return;
            const Vec3i corner = tiles_.first_cell(t) + coordinates_in_tile(static_cast<Index>(c));
            for (int a = 0; a < 3; ++a) {
                const auto axis = static_cast<std::size_t>(a);
                const EdgeCut cut = along(corner, a, d.values[at], d.values[at + kAlong[axis]]);
                EdgeCut& known = cuts[axis].tile(t)[c];
                known = {nearer(known.from_low, cut.from_low), nearer(known.from_high, cut.from_high)};
            }
        });
    }

private:
    static constexpr float kMissing = -1e30f;  // of corners that no tile holds

    static float nearer(float a, float b) { return a == 0.0f ? b : b == 0.0f ? a : std::min(a, b); }
    Vec3 place(const Vec3i& corner) const { return (static_cast<double>(cell_) * corner.cast<double>()).cast<Real>(); }

    EdgeCut along(const Vec3i& corner, int axis, Real low, Real high) const {
        const Vec3 step = cell_ * Vec3::Unit(axis);
        const Vec3 from = place(corner);
        if (high == kMissing) high = least_distance(placed_, which_, from + step);
        if (std::max(low, high) <= 0.0f || std::max(low, 0.0f) + std::max(high, 0.0f) >= cell_) return {};
        const auto reach = [&](const Vec3& end, const Vec3& direction, Real here, Real there) {
            const Real met = here > 0.0f ? march(end, direction, here, std::max(there, 0.0f)) : cell_;
            return met < cell_ ? met : 0.0f;
        };
        return {reach(from, step / cell_, low, high), reach(from + step, -step / cell_, high, low)};
    }
    // From one end to the wall, or a cell's width where none is met before what the other end is sure of.
    Real march(const Vec3& from, const Vec3& direction, Real first, Real last) const {
        Real s = first;
        while (s < cell_ - last) {
            const Real d = least_distance(placed_, which_, from + s * direction);
            if (d < kOnWall * cell_) return s;
            s += d;
        }
        return cell_;
    }

    const PlacedBodies& placed_;
    const std::vector<std::size_t>& which_;
    const TileSet& tiles_;
    Real cell_;
};

// The corners of one cell, bit x + 2 y + 4 z, and how far from each there is a wall along each axis.
struct CellCorners {
    std::array<Real, 8> distance;
    std::array<std::array<Real, 3>, 8> reach;  // 0: no wall is met

    bool open(std::size_t k) const { return distance[k] > 0.0f; }
    bool far_from_walls(Real cell) const {
        return std::ranges::none_of(distance, [cell](Real d) { return std::abs(d) < cell; });
    }
    bool meets_walls() const {
        return std::ranges::any_of(reach, [](const auto& r) { return r[0] > 0.0f || r[1] > 0.0f || r[2] > 0.0f; });
    }
};

struct RimmedCorners {
    RimmedTile<float, 1> distance;
    std::array<RimmedTile<EdgeCut, 1>, 3> cuts;

    void gather(const TileField<float>& distances, const EdgeCuts& edges, const TilesAround& around) {
        distance.gather(distances, around, -1.0f);  // what is not asked for is closed
        for (std::size_t a = 0; a < 3; ++a) cuts[a].gather(edges[a], around, {});
    }
    bool far_from_walls(Real cell) const {
        return std::ranges::none_of(distance.values, [cell](float d) { return std::abs(d) < cell; });
    }
    CellCorners of(std::size_t at) const {
        CellCorners corners;
        for (std::size_t k = 0; k < 8; ++k) {
            const std::size_t place = at + offset(k);
            corners.distance[k] = distance.values[place];
            for (std::size_t a = 0; a < 3; ++a) {
                const bool high = (k >> a & 1) != 0;
                const EdgeCut& cut = cuts[a].values[high ? place - kAlong[a] : place];
                corners.reach[k][a] = high ? cut.from_high : cut.from_low;
            }
        }
        return corners;
    }

private:
    static std::size_t offset(std::size_t k) {
        return (k & 1) * kAlong[0] + (k >> 1 & 1) * kAlong[1] + (k >> 2 & 1) * kAlong[2];
    }
};

// The corners that free edges join to corner k.
std::uint8_t joined_to(const CellCorners& corners, std::size_t k) {
    unsigned joined = 1U << k;
    for (unsigned before = 0; joined != before;) {
        before = joined;
        for (std::size_t j = 0; j < 8; ++j)
            for (std::size_t a = 0; a < 3; ++a) {
                const std::size_t next = j ^ (std::size_t{1} << a);
                if ((before >> j & 1U) && corners.open(next) && corners.reach[j][a] == 0.0f) joined |= 1U << next;
            }
    }
    return static_cast<std::uint8_t>(joined);
}

// The side with the most room: the largest sum of distances.
std::uint8_t roomiest_side(const CellCorners& corners) {
    unsigned seen = 0;
    std::uint8_t best = ThinWalls::kOneSide;
    Real most = 0.0f;
    int sides = 0;
    for (std::size_t k = 0; k < 8; ++k) {
        if (!corners.open(k) || (seen >> k & 1U)) continue;
        const std::uint8_t side = joined_to(corners, k);
        seen |= side;
        ++sides;
        Real room = 0.0f;
        for (std::size_t j = 0; j < 8; ++j) room += (side >> j & 1U) ? corners.distance[j] : 0.0f;
        if (room <= most) continue;
        most = room;
        best = side;
    }
    return sides > 1 ? best : ThinWalls::kOneSide;
}

// The distance of a corner to the walls of a side: its own, or, in a wall or on another side, what the edges from that
// side lead to behind the surface: the distance in a thin wall is that to its other surface as often as not.
Real distance_from(const CellCorners& corners, unsigned side, std::size_t k, Real cell) {
    if (corners.open(k) && (side >> k & 1U)) return corners.distance[k];
    Real value = -cell;
    bool found = false;
    for (std::size_t a = 0; a < 3; ++a) {
        const std::size_t j = k ^ (std::size_t{1} << a);
        const Real reach = corners.reach[j][a];
        if (!(side >> j & 1U) || !corners.open(j) || reach == 0.0f) continue;
        value = std::max(value, -corners.distance[j] * (cell - reach) / std::max(reach, kLeastReach * cell));
        found = true;
    }
    return found ? value : -std::abs(corners.distance[k]);
}

// Of the low face along an axis, as far as it belongs to the sides of both cells.
Real share_of_low_face(const CellCorners& corners, std::size_t axis, unsigned side, unsigned side_below, Real cell) {
    const std::size_t b = std::size_t{1} << (axis + 1) % 3, c = std::size_t{1} << (axis + 2) % 3;
    const std::size_t up = std::size_t{1} << axis;
    unsigned both = 0;
    for (const std::size_t k : {std::size_t{0}, b, b + c, c})
        if ((side >> k & 1U) && (side_below >> (k + up) & 1U)) both |= 1U << k;
    const auto value = [&](std::size_t k) { return distance_from(corners, both, k, cell); };
    return open_share_of_square(value(0), value(b), value(b + c), value(c));
}

}  // namespace

ThinWalls::ThinWalls(std::span<const Body> bodies, double cell) : cell_(cell) {
    for (std::size_t b = 0; b < bodies.size(); ++b)
        if (bodies[b].thinnest < kThin * static_cast<Real>(cell)) (bodies[b].moves() ? moving_ : resting_).push_back(b);
}

std::vector<std::size_t> ThinWalls::bodies() const {
    std::vector<std::size_t> all = resting_;
    all.insert(all.end(), moving_.begin(), moving_.end());
    return all;
}

void ThinWalls::find(const TileSet& tiles, const std::vector<TilesAround>& around, const PlacedBodies& placed,
                     const TileField<float>& resting_distance, const TileField<float>& distance) {
    const ProfileScope scope("thin walls");
    keep_resting_cuts(tiles, around, placed, resting_distance);
    cuts_ = resting_cuts_;
    if (!moving_.empty()) {
        const EdgeFollower follower(placed, moving_, tiles, cell_);
        parallel_for(
            "moving thin walls", tiles.count(),
            [&](Index t) { follower.follow(t, distance, around[static_cast<std::size_t>(t)], cuts_); }, kTileChunk);
    }
    find_sides(around, distance);
}

void ThinWalls::keep_resting_cuts(const TileSet& tiles, const std::vector<TilesAround>& around,
                                  const PlacedBodies& placed, const TileField<float>& distance) {
    EdgeCuts cuts;
    for (auto& edges : cuts) edges.assign(tiles, {});
    const EdgeFollower follower(placed, resting_, tiles, cell_);
    parallel_for(
        "resting thin walls", resting_.empty() ? 0 : tiles.count(),
        [&](Index t) {
            const Index before = tiles_.find(tiles.tile(t));
            if (before < 0) return follower.follow(t, distance, around[static_cast<std::size_t>(t)], cuts);
            for (std::size_t a = 0; a < 3; ++a)
                std::ranges::copy(resting_cuts_[a].tile(before), cuts[a].tile(t).begin());
        },
        kTileChunk);
    resting_cuts_ = std::move(cuts);
    tiles_ = tiles;
}

void ThinWalls::find_sides(const std::vector<TilesAround>& around, const TileField<float>& distance) {
    sides_.assign(tiles_, kOneSide);
    parallel_for(
        "sides of thin walls", static_cast<Index>(around.size()),
        [&](Index t) {
            RimmedCorners near;
            near.gather(distance, cuts_, around[static_cast<std::size_t>(t)]);
            if (near.far_from_walls(static_cast<Real>(cell_))) return;
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (const CellCorners corners = near.of(at); !corners.far_from_walls(static_cast<Real>(cell_)))
                    sides_.tile(t)[c] = roomiest_side(corners);
            });
        },
        kTileChunk);
}

void ThinWalls::close(const std::vector<TilesAround>& around, const TileField<float>& distance, FaceField& open_share,
                      TileField<float>& open_volume) {
    const auto cell = static_cast<Real>(cell_);
    parallel_for(
        "close thin walls", static_cast<Index>(around.size()),
        [&](Index t) {
            RimmedCorners near;
            near.gather(distance, cuts_, around[static_cast<std::size_t>(t)]);
            if (near.far_from_walls(cell)) return;
            RimmedTile<std::uint8_t, 1> sides;
            sides.gather(sides_, around[static_cast<std::size_t>(t)], kOneSide);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                const unsigned side = sides.values[at];
                const auto below = [&](std::size_t a) { return sides.values[at - kAlong[a]]; };
                const CellCorners corners = near.of(at);
                const bool one_side = side == kOneSide && !corners.meets_walls();
                for (std::size_t a = 0; a < 3; ++a)
                    if (!one_side || below(a) != kOneSide)
                        open_share[a].tile(t)[c] = share_of_low_face(corners, a, side, below(a), cell);
                if (one_side) return;
                std::array<Real, 8> values;
                for (std::size_t k = 0; k < 8; ++k) values[k] = distance_from(corners, side, k, cell);
                open_volume.tile(t)[c] = open_share_of_cube(values);
            });
        },
        kTileChunk);
    mark_parted_faces(around, open_share, open_volume);
}

void ThinWalls::mark_parted_faces(const std::vector<TilesAround>& around, const FaceField& open_share,
                                  const TileField<float>& open_volume) {
    parted_.assign(tiles_, 0);
    parallel_for(
        "faces in thin walls", static_cast<Index>(around.size()),
        [&](Index t) {
            RimmedTile<float, 1> volume;
            volume.gather(open_volume, around[static_cast<std::size_t>(t)], 0.0f);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                for (std::size_t a = 0; a < 3; ++a)
                    if (open_share[a].tile(t)[c] == 0.0f && volume.values[at] > 0.0f &&
                        volume.values[at - kAlong[a]] > 0.0f)
                        parted_.tile(t)[c] |= static_cast<std::uint8_t>(1U << a);
            });
        },
        kTileChunk);
}

}  // namespace lamella
