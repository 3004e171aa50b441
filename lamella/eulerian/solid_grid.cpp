#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/solid_grid.hpp>

#include <algorithm>
#include <limits>
#include <ranges>

namespace lamella {
namespace {

constexpr Real kFar = 8.0f;        // cells: distances to what moves are not looked at farther away
constexpr Real kOnFloor = 0.75f;   // cells from what rests to corners at which a body has a film under it,
constexpr Real kFilm = 0.1f;       // cells thick: liquid presses from below against what lies on a floor, too
constexpr Real kThin = 0.15f;      // of a cell, that is open at most where there is no more than a film
constexpr Real kHalf = 0.5f;       // the same of a gap that its own particles need not fill
constexpr Real kSlit = 0.03f;      // of a face; narrower ones are closed
constexpr Real kTouching = 1e-3f;  // cells: a corner so near to a wall lies on it, whatever the rounding

// Calls f(c, position of the low corner) for the cells of tile t.
template <class F>
void for_each_corner_of(const TileSet& tiles, Index t, double cell, F&& f) {
    for (Index c = 0; c < kTileCells; ++c) {
        const Vec3i corner = tiles.first_cell(t) + coordinates_in_tile(c);
        f(static_cast<std::size_t>(c), (cell * corner.cast<double>()).cast<Real>().eval());
    }
}

// The share of a triangle in which a linear function is positive.
Real open_share_of_triangle(Real a, Real b, Real c) {
    const int positive = (a > 0.0f) + (b > 0.0f) + (c > 0.0f);
    if (positive == 0) return 0.0f;
    if (positive == 3) return 1.0f;
    const bool odd_is_positive = positive == 1;
    if ((b > 0.0f) == odd_is_positive) std::swap(a, b);
    if ((c > 0.0f) == odd_is_positive) std::swap(a, c);  // a is the one of its sign
    const Real share = a / (a - b) * (a / (a - c));
    return odd_is_positive ? share : 1.0f - share;
}

// At the corners of the cell, x fastest.
std::array<Real, 8> corners_at(const RimmedTile<float, 1>& d, std::size_t at) {
    std::array<Real, 8> corners;
    for (std::size_t k = 0; k < 8; ++k)
        corners[k] = d.values[at + (k & 1) * kAlong[0] + (k >> 1 & 1) * kAlong[1] + (k >> 2) * kAlong[2]];
    return corners;
}

// What is open of a cell's low faces, and of the cell itself.
struct CellOpening {
    std::array<Real, 3> faces;
    Real volume;

    explicit CellOpening(const std::array<Real, 8>& d)
        : faces{open_share_of_square(d[0], d[2], d[6], d[4]), open_share_of_square(d[0], d[1], d[5], d[4]),
                open_share_of_square(d[0], d[1], d[3], d[2])},
          volume(open_share_of_cube(d)) {}

    // By another solid that lies somewhere else.
    void close(const CellOpening& other) {
        for (std::size_t a = 0; a < 3; ++a) faces[a] = left(faces[a], other.faces[a]);
        volume = left(volume, other.volume);
    }
    static Real left(Real open, Real of_other) { return std::max(open - (1.0f - of_other), 0.0f); }
};

}  // namespace

Real open_share_of_square(Real a, Real b, Real c, Real d) {
    if (std::min({a, b, c, d}) > 0.0f) return 1.0f;
    if (std::max({a, b, c, d}) <= 0.0f) return 0.0f;
    const Real middle = 0.25f * ((a + c) + (b + d));
    return 0.25f * ((open_share_of_triangle(a, b, middle) + open_share_of_triangle(c, d, middle)) +
                    (open_share_of_triangle(b, c, middle) + open_share_of_triangle(d, a, middle)));
}

Real open_share_of_cube(const std::array<Real, 8>& d) {
    const auto [least, most] = std::ranges::minmax(d);
    if (least > 0.0f) return 1.0f;
    if (most <= 0.0f) return 0.0f;
    constexpr std::array<std::size_t, 3> kStep{1, 2, 4};
    std::array<Real, 3> slope{};
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t k = 0; k < 8; ++k) slope[a] += (k & kStep[a]) ? d[k] : -d[k];
    const auto steepest = [](Real a, Real b) { return std::abs(a) < std::abs(b); };
    const auto along = static_cast<std::size_t>(std::ranges::max_element(slope, steepest) - slope.begin());
    const std::size_t u = kStep[(along + 1) % 3], v = kStep[(along + 2) % 3], w = kStep[along];
    constexpr int kLines = 4;
    Real sum = 0.0f;
    for (int line = 0; line < kLines * kLines; ++line) {
        const int row = line / kLines;
        const Real s = (static_cast<Real>(line - row * kLines) + 0.5f) / kLines;
        const Real t = (static_cast<Real>(row) + 0.5f) / kLines;
        const auto at = [&](std::size_t end) {
            return (1.0f - t) * ((1.0f - s) * d[end] + s * d[end + u]) +
                   t * ((1.0f - s) * d[end + v] + s * d[end + u + v]);
        };
        const Real low = at(0), high = at(w);
        if (low > 0.0f && high > 0.0f)
            sum += 1.0f;
        else if (low > 0.0f || high > 0.0f)
            sum += std::max(low, high) / std::abs(high - low);
    }
    return sum / (kLines * kLines);
}

Real GridWalls::normal_behind(const Vec3& p, int axis) const {
    const Real slack = 1e-5f * box.size()[axis];
    if (!open[static_cast<std::size_t>(2 * axis)] && p[axis] <= box.min[axis] + slack) return 1.0f;
    if (!open[static_cast<std::size_t>(2 * axis + 1)] && p[axis] >= box.max[axis] - slack) return -1.0f;
    return 0.0f;
}

Real GridWalls::distance(const Vec3& p) const {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (int a = 0; a < 3; ++a) {
        if (!open[static_cast<std::size_t>(2 * a)]) nearest = std::min(nearest, p[a] - box.min[a]);
        if (!open[static_cast<std::size_t>(2 * a + 1)]) nearest = std::min(nearest, box.max[a] - p[a]);
    }
    return nearest;
}

SolidGrid::SolidGrid(GridWalls walls, std::vector<Body> bodies, double cell)
    : walls_(std::move(walls)),
      bodies_(std::move(bodies)),
      thin_(bodies_, cell),
      states_(states_at(bodies_, 0.0)),
      cell_(cell) {
    for (std::size_t b = 0; b < bodies_.size(); ++b) (bodies_[b].moves() ? moving_ : resting_).push_back(b);
}

Real SolidGrid::resting_distance(const Vec3& p) const {
    Real nearest = walls_.distance(p);
    for (const std::size_t b : resting_) nearest = std::min(nearest, bodies_[b].distance(states_.of[b], p));
    return nearest;
}

void SolidGrid::update_distances(const TileSet& tiles, const BodyStates& now) {
    const ProfileScope scope("solids");
    measure_resting(tiles);
    distance_ = resting_distance_;
    states_ = now;
    if (moves()) add_moving(tiles);
}

void SolidGrid::update(const TileSet& tiles, const std::vector<TilesAround>& around, const BodyStates& now) {
    update_distances(tiles, now);
    const ProfileScope scope("solids");
    measure_openings(around);
    if (!thin_.none()) {
        thin_.find(tiles, around, {bodies_, states_}, resting_distance_, distance_);
        thin_.close(around, distance_, open_, volume_);
    }
    close_slits();
}

// What a moving solid pushes out of a cell would leave it through a slit at its speed over the slit's share: in a jug
// that is tilted, with walls thinner than a cell, liquid came out at 200 m/s.
void SolidGrid::close_slits() {
    for (auto& faces : open_)
        parallel_for("close slits", static_cast<Index>(faces.values().size()), [&](Index f) {
            float& share = faces.values()[static_cast<std::size_t>(f)];
            if (share < kSlit) share = 0.0f;
        });
}

// Whether p lies above what rests, and near to it.
bool SolidGrid::on_floor(const Vec3& p, Real rests) const {
    const auto cell = static_cast<Real>(cell_);
    return rests < kOnFloor * cell && resting_distance(p + cell * up_) > rests + 0.5f * cell;
}

// Tiles that were there before keep what they have.
void SolidGrid::measure_resting(const TileSet& tiles) {
    TileField<float> measured(tiles);
    parallel_for(
        "resting solids", tiles.count(),
        [&](Index t) {
            const Index before = tiles_.find(tiles.tile(t));
            const auto to = measured.tile(t);
            if (before >= 0)
                std::ranges::copy(resting_distance_.tile(before), to.begin());
            else
                for_each_corner_of(tiles, t, cell_, [&](std::size_t c, const Vec3& p) {
                    const auto limit = static_cast<Real>(4.0 * kTileWidth * cell_);  // so that differences are finite
                    const Real d = std::min(resting_distance(p), limit);
                    to[c] = std::abs(d) < kTouching * static_cast<Real>(cell_) ? 0.0f : d;
                });
        },
        kTileChunk);
    resting_distance_ = std::move(measured);
    tiles_ = tiles;
}

bool SolidGrid::is_near(std::size_t body, const TileSet& tiles, Index t) const {
    constexpr double kReach = 7.0;  // cells from the middle of a tile to its corners; distances to meshes end beyond it
    const Vec3 middle = (cell_ * (tiles.first_cell(t).cast<double>().array() + 0.5 * kTileWidth)).cast<Real>();
    return bodies_[body].distance(states_.of[body], middle) < static_cast<Real>(kReach * cell_);
}

void SolidGrid::add_moving(const TileSet& tiles) {
    moving_distance_.assign(tiles, kFar * static_cast<Real>(cell_));
    for (const std::size_t b : moving_) {
        const auto distance_to = [&](const Vec3& p) { return bodies_[b].distance(states_.of[b], p); };
        const Real film = answers(b) && !up_.isZero(0.0f) ? kFilm * static_cast<Real>(cell_) : 0.0f;
        parallel_for(
            "moving solids", tiles.count(),
            [&](Index t) {
                if (!is_near(b, tiles, t)) return;
                const auto to = moving_distance_.tile(t);
                const auto nearest = distance_.tile(t);
                const auto rests = resting_distance_.tile(t);
                for_each_corner_of(tiles, t, cell_, [&](std::size_t c, const Vec3& p) {
                    const Real lift = film > 0.0f && on_floor(p, rests[c]) ? film : 0.0f;
                    to[c] = std::min(to[c], distance_to(p) + lift);
                    nearest[c] = std::min(nearest[c], to[c]);
                });
            },
            kTileChunk);
    }
}

void SolidGrid::measure_openings(const std::vector<TilesAround>& around) {
    for (auto& faces : open_) faces.assign(tiles_, 0.0f);
    volume_.assign(tiles_, 0.0f);
    parallel_for(
        "open faces", static_cast<Index>(around.size()),
        [&](Index t) { measure_openings(t, around[static_cast<std::size_t>(t)]); }, kTileChunk);
}

void SolidGrid::measure_openings(Index t, const TilesAround& around) {
    RimmedTile<float, 1> rests, moves;
    rests.gather(resting_distance_, around, -1.0f);  // what is not asked for is closed
    const bool near_moving = this->moves() && std::ranges::any_of(moving_distance_.tile(t), [&](float d) {
                                 return d < kFar * static_cast<float>(cell_);
                             });
    if (near_moving) moves.gather(moving_distance_, around, kFar * static_cast<float>(cell_));
    for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
        const std::array corners = corners_at(rests, at);
        CellOpening open(corners);
        if (near_moving) open.close(CellOpening(corners_at(moves, at)));
        for (std::size_t a = 0; a < 3; ++a) open_[a].tile(t)[c] = open.faces[a];
        volume_.tile(t)[c] = open.volume;
        if (std::ranges::all_of(corners, [](Real value) { return value == 0.0f; })) open_by_middles(t, c);
    });
}

// A cell whose corners all touch solids may be a gap as wide as itself, or solid: its middle tells, and those of its
// faces.
void SolidGrid::open_by_middles(Index t, std::size_t c) {
    const Vec3 low = (tiles_.first_cell(t) + coordinates_in_tile(static_cast<Index>(c))).cast<Real>();
    const auto cell = static_cast<Real>(cell_);
    const auto open = [&](const Vec3& place) { return distance(cell * place) > kTouching * cell ? 1.0f : 0.0f; };
    for (int a = 0; a < 3; ++a) open_[static_cast<std::size_t>(a)].tile(t)[c] = open(low + face_offset(a));
    volume_.tile(t)[c] = open(low + Vec3::Constant(0.5f));
}

Real SolidGrid::distance(const Vec3& p) const {
    Real nearest = resting_distance(p);
    for (const std::size_t b : moving_) nearest = std::min(nearest, bodies_[b].distance(states_.of[b], p));
    return nearest;
}

TileField<std::uint8_t> SolidGrid::films(const std::vector<TilesAround>& around) const {
    return cells_under_bodies(around, kThin);
}

TileField<std::uint8_t> SolidGrid::gaps(const std::vector<TilesAround>& around) const {
    return cells_under_bodies(around, kHalf);
}

TileField<std::uint8_t> SolidGrid::cells_under_bodies(const std::vector<TilesAround>& around, Real most_open) const {
    TileField<std::uint8_t> marks(tiles_, 0);
    const Real reach = kOnFloor * static_cast<Real>(cell_);
    parallel_for(
        "films", tiles_.count(),
        [&](Index t) {
            if (std::ranges::none_of(moving_distance_.tile(t), [](float d) { return d < 0.0f; })) return;
            RimmedTile<float, 1> rests, moves;
            rests.gather(resting_distance_, around[static_cast<std::size_t>(t)], reach);
            moves.gather(moving_distance_, around[static_cast<std::size_t>(t)], reach);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                if (volume_.tile(t)[c] > most_open) return;
                const std::array still = corners_at(rests, at);
                Vec3 slope = Vec3::Zero();
                for (std::size_t k = 0; k < 8; ++k)
                    for (int a = 0; a < 3; ++a) slope[a] += (k >> a & 1 ? 0.25f : -0.25f) * still[k];
                const bool above = std::ranges::min(still) < reach && slope.dot(up_) > 0.5f * static_cast<Real>(cell_);
                marks.tile(t)[c] = above && std::ranges::min(corners_at(moves, at)) < 0.0f ? 1 : 0;
            });
        },
        kTileChunk);
    return marks;
}

Real SolidGrid::max_speed(const BodyStates& now) const {
    Real fastest = 0.0f;
    for (const std::size_t b : moving_) fastest = std::max(fastest, speed_bound(bodies_[b], now.of[b], now.time));
    return fastest;
}

template <class Candidates, class Counts>
Index SolidGrid::nearest_of(const Candidates& candidates, const Vec3& p, Real within, Counts&& counts) const {
    Index found = kDomainWalls;
    for (const std::size_t b : candidates) {
        if (!counts(b)) continue;
        const Real d = bodies_[b].distance(states_.of[b], p);
        if (d >= within) continue;
        within = d;
        found = static_cast<Index>(b);
    }
    return found;
}

template <class Counts>
Vec3 SolidGrid::velocity_among(const Vec3& p, Counts&& counts) const {
    const Index nearest = nearest_of(moving_, p, resting_distance(p), counts);
    if (nearest < 0) return Vec3::Zero();
    const auto b = static_cast<std::size_t>(nearest);
    return Body::velocity(states_.of[b], bodies_[b].periodic.any() ? bodies_[b].image(states_.of[b], p) : p);
}

Vec3 SolidGrid::velocity(const Vec3& p) const {
    return velocity_among(p, [](std::size_t) { return true; });
}

Vec3 SolidGrid::given_velocity(const Vec3& p) const {
    return velocity_among(p, [this](std::size_t b) { return !answers(b); });
}

Index SolidGrid::nearest_given_body(const Vec3& p) const {
    return nearest_of(std::views::iota(std::size_t{0}, bodies_.size()), p, walls_.distance(p),
                      [this](std::size_t b) { return !answers(b); });
}

Index SolidGrid::nearest_answering_body(const Vec3& p) const {
    return nearest_of(moving_, p, std::numeric_limits<Real>::infinity(), [this](std::size_t b) { return answers(b); });
}

std::vector<Index> SolidGrid::answering_bodies() const {
    std::vector<Index> found;
    for (const std::size_t b : moving_)
        if (answers(b)) found.push_back(static_cast<Index>(b));
    return found;
}

}  // namespace lamella
