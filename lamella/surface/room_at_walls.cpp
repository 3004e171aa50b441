#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/pressure_solve.hpp>
#include <lamella/grid/face_field.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/surface/room_at_walls.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace lamella {
namespace {

constexpr Real kCell = 2.0f;      // spacings
constexpr Real kClosed = 0.25f;   // cells from a wall within which a face to nothing is closed, not a free surface
constexpr Real kFarthest = 0.4f;  // spacings from a wall; from 0.45 on unevenness lifts the mesh off it
constexpr double kMost = 3.0;     // times what is pressed
constexpr double kTolerance = 1e-3;
constexpr Index kMostIterations = 100;

// How far a particle is pressed against the nearest wall, in metres. Those that have leaked behind it are not.
std::vector<Real> pressed(const ParticleSet& particles, Real spacing, const SurfaceWalls& walls) {
    std::vector<Real> depth(static_cast<std::size_t>(particles.size()));
    parallel_for("pressed particles", particles.size(), [&](Index i) {
        const Real s = walls.distance(particles.positions()[i]);
        depth[static_cast<std::size_t>(i)] = s > -0.5f * spacing ? std::max(0.5f * spacing - s, 0.0f) : 0.0f;
    });
    return depth;
}

// Where the displacement is known: at the low faces of cells that have liquid on one side and are not closed.
class Displacement {
public:
    Displacement(const ParticleSet& particles, Real cell, const SurfaceWalls& walls)
        : particles_(particles), walls_(walls), cell_(cell) {
        std::vector<Vec3i> tiles;
        for (Index i = 0; i < particles.size(); ++i) tiles.push_back(tile_of_cell(cell_of(i)));
        tiles_ = TileSet(tiles).dilated();
        liquid_.assign(tiles_, 0);
        for (Index i = 0; i < particles.size(); ++i) at(liquid_, cell_of(i)) = 1;
    }

    // `room`: the volume that each particle lacks. All of a body give way for it alike.
    void solve(const std::vector<double>& room) {
        const auto [body, bodies] = connected_bodies();
        std::vector<double> lacking(bodies), size(bodies);
        const auto body_of = [&](Index i) { return static_cast<std::size_t>(body.at(tiles_, cell_of(i), 0)); };
        for (Index i = 0; i < particles_.size(); ++i) {
            lacking[body_of(i)] += room[static_cast<std::size_t>(i)];
            size[body_of(i)] += 1.0;
        }
        TileField<double> b(tiles_), p(tiles_);
        for (Index i = 0; i < particles_.size(); ++i)
            at(b, cell_of(i)) += lacking[body_of(i)] / (size[body_of(i)] * double{cell_} * cell_);
        PressureSolve().solve(PoissonSystem(tiles_, equations()), b, p, kTolerance, kMostIterations);
        take_steps(p);
    }

    // By the faces around the place that are known.
    Vec3 operator()(const Vec3& x) const {
        Vec3 u = Vec3::Zero();
        for (int a = 0; a < 3; ++a) {
            const Vec3 place = x / cell_ - face_offset(a);
            const Vec3i low = place.array().floor().cast<Index>();
            const NodePlace corners{Vec3i::Zero(), place - low.cast<Real>()};
            const auto axis = static_cast<std::size_t>(a);
            Real sum = 0.0f, weight = 0.0f;
            for_each_corner(corners, [&](const Vec3i& corner, const Vec3& offset) {
                const Vec3i face = low + corner;
                if (!known_[axis].at(tiles_, face, 0)) return;
                const Real w = (Vec3::Ones() - offset.cwiseAbs()).prod();
                sum += w * step_[axis].at(tiles_, face, 0.0f);
                weight += w;
            });
            if (weight > 0.0f) u[a] = sum / weight;
        }
        return u;
    }

private:
    enum class Face { none, inner, surface };

    Vec3i cell_of(Index i) const { return (particles_.positions()[i] / cell_).array().floor().cast<Index>(); }
    template <class T>
    T& at(TileField<T>& field, const Vec3i& cell) const {
        const Vec3i tile = tile_of_cell(cell), in = cell - kTileWidth * tile;
        return field.tile(tiles_.find(tile))[static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z()))];
    }

    Face low_face(const Vec3i& cell, int axis) const {
        const Vec3i low = cell - Vec3i::Unit(axis);
        const bool here = liquid_.at(tiles_, cell, 0), there = liquid_.at(tiles_, low, 0);
        if (!here && !there) return Face::none;
        const Real distance = walls_.distance(cell_ * (cell.cast<Real>() + face_offset(axis)));
        if (here && there) return distance > 0.0f ? Face::inner : Face::none;
        return distance > kClosed * cell_ ? Face::surface : Face::none;
    }

    // Calls f(t, place in the tile, cell, axis, what its low face is) where there is a face.
    template <class F>
    void for_each_face(F&& f) const {
        for (Index t = 0; t < tiles_.count(); ++t)
            for (Index c = 0; c < kTileCells; ++c) {
                const Vec3i cell = tiles_.first_cell(t) + coordinates_in_tile(c);
                for (int axis = 0; axis < 3; ++axis)
                    if (const Face face = low_face(cell, axis); face != Face::none)
                        f(t, static_cast<std::size_t>(c), cell, axis, face);
            }
    }

    // The number of the body of each liquid cell, and how many there are.
    std::pair<TileField<Index>, std::size_t> connected_bodies() const {
        constexpr Index kNone = -1;
        TileField<Index> body(tiles_, kNone);
        Index bodies = 0;
        std::vector<Vec3i> front;
        const auto enter = [&](const Vec3i& cell) {
            at(body, cell) = bodies;
            front.push_back(cell);
        };
        for (Index i = 0; i < particles_.size(); ++i) {
            if (at(body, cell_of(i)) != kNone) continue;
            for (enter(cell_of(i)); !front.empty();) {
                const Vec3i cell = front.back();
                front.pop_back();
                for (int axis = 0; axis < 3; ++axis)
                    for (const int side : {0, 1}) {
                        const Vec3i beside = cell + (2 * side - 1) * Vec3i::Unit(axis);
                        if (low_face(side == 1 ? beside : cell, axis) == Face::inner && at(body, beside) == kNone)
                            enter(beside);
                    }
            }
            ++bodies;
        }
        return {std::move(body), static_cast<std::size_t>(bodies)};
    }

    PoissonCoefficients equations() const {
        PoissonCoefficients coefficients(tiles_);
        for_each_face([&](Index t, std::size_t c, const Vec3i& cell, int axis, Face face) {
            if (face == Face::inner) coefficients.low_faces[static_cast<std::size_t>(axis)].tile(t)[c] = 1.0f;
            const Vec3i wet = liquid_.tile(t)[c] ? cell : Vec3i(cell - Vec3i::Unit(axis));
            if (face == Face::surface) at(coefficients.dirichlet, wet) += 1.0f;
        });
        return coefficients;
    }

    void take_steps(const TileField<double>& p) {
        for (std::size_t a = 0; a < 3; ++a) {
            step_[a].assign(tiles_, 0.0f);
            known_[a].assign(tiles_, 0);
        }
        for_each_face([&](Index t, std::size_t c, const Vec3i& cell, int axis, Face) {
            const auto a = static_cast<std::size_t>(axis);
            step_[a].tile(t)[c] = static_cast<float>(p.at(tiles_, cell - Vec3i::Unit(axis), 0.0) - p.tile(t)[c]);
            known_[a].tile(t)[c] = 1;
        });
    }

    const ParticleSet& particles_;
    const SurfaceWalls& walls_;
    Real cell_;
    TileSet tiles_;
    TileField<std::uint8_t> liquid_;
    FaceField step_;
    std::array<TileField<std::uint8_t>, 3> known_;
};

// Moves a place along the nearest wall's normal until it lies between two distances of it; in corners there are
// several.
Vec3 kept_between(const SurfaceWalls& walls, Real nearest, Real farthest, Real step, Vec3 place) {
    constexpr int kWalls = 3;
    for (int wall = 0; wall < kWalls; ++wall) {
        const Real distance = walls.distance(place), kept = std::clamp(distance, nearest, farthest);
        if (kept == distance) break;
        place += (kept - distance) * walls.away(place, step);
    }
    return place;
}

}  // namespace

std::optional<ParticleSet> with_room_at_walls(const ParticleSet& particles, Real spacing, const SurfaceWalls& walls,
                                              double volume) {
    const ProfileScope scope("room at walls");
    const std::vector<Real> depth = pressed(particles, spacing, walls);
    const MassShares shares(particles);
    std::vector<double> room(depth.size());
    double all = 0.0;
    for (Index i = 0; i < particles.size(); ++i)
        all += room[i] = double{shares(i)} * spacing * spacing * depth[static_cast<std::size_t>(i)];
    if (!(all > 0.0) || !(volume > 0.0)) return {};
    const double given = std::min(volume / all, kMost);
    for (double& r : room) r *= given;
    Displacement displacement(particles, kCell * spacing, walls);
    displacement.solve(room);
    ParticleSet moved = particles;
    Vec3Column& x = moved.positions();
    parallel_for("move from walls", particles.size(), [&](Index i) {
        const Vec3 before = x[i];
        const Vec3 after = before + displacement(before);
        const Real share = static_cast<Real>(std::min(given, 1.0)) * depth[static_cast<std::size_t>(i)];
        const Real s = walls.distance(before);
        const Real farthest = std::max(s, kFarthest * spacing), nearest = std::min(s + share, farthest);
        x.set(i, share > 0.0f ? kept_between(walls, nearest, farthest, 0.01f * spacing, after) : after);
    });
    return moved;
}

}  // namespace lamella
