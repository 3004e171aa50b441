// Solids as a grid liquid sees them (Batty, Bertails, Bridson 2007: A Fast Variational Framework for Accurate
// Solid-Fluid Coupling): the distance to the nearest solid at the corners of cells, and for each face the share of
// its area that is open. What rests and what moves closes each its own share, so that a gap between a body and the
// floor stays open when it is narrower than a cell.
#pragma once

#include <lamella/eulerian/thin_walls.hpp>

#include <cstdint>
#include <vector>

namespace lamella {

// A box whose closed faces are walls.
struct GridWalls {
    Box3 box;
    std::array<bool, 6> open{};  // x-, x+, y-, y+, z-, z+

    Real distance(const Vec3& p) const;  // negative behind a wall
    // 1 or -1, the direction into the box, where p lies in or behind a wall across the axis; else 0.
    Real normal_behind(const Vec3& p, int axis) const;
};

class SolidGrid {
public:
    SolidGrid(GridWalls walls, std::vector<Body> bodies, double cell);

    // From now on there is a film of liquid between a body that answers and a floor under it, seen along gravity.
    void keep_films_on_floors(const Vec3& gravity) { up_ = -gravity.stableNormalized(); }

    // Brings everything to these tiles and to where the bodies are now. What rests is computed once in each tile.
    void update(const TileSet& tiles, const std::vector<TilesAround>& around, const BodyStates& now);
    // The same of the distances alone: shares and volumes are out of date then.
    void update_distances(const TileSet& tiles, const BodyStates& now);

    const TileField<float>& corner_distance() const { return distance_; }  // at the low corner of each cell, m
    // The same to what never moves, and to what does; the second only where anything does.
    const TileField<float>& resting_corner_distance() const { return resting_distance_; }
    const TileField<float>& moving_corner_distance() const { return moving_distance_; }
    const FaceField& open_share() const { return open_; }            // of the low faces of each cell
    const TileField<float>& open_volume() const { return volume_; }  // share of each cell
    const ThinWalls& thin_walls() const { return thin_; }
    double cell() const { return cell_; }
    const TileSet& tiles() const { return tiles_; }  // of the last update
    const GridWalls& walls() const { return walls_; }
    std::span<const Body> bodies() const { return bodies_; }
    const BodyStates& states() const { return states_; }  // of the last update
    bool only_walls() const { return bodies_.empty(); }
    bool moves() const { return !moving_.empty(); }
    Real max_speed(const BodyStates& now) const;  // of the bodies that have not come to rest by then

    Real distance(const Vec3& p) const;  // to the nearest solid, negative in it

    // The velocity of the nearest moving solid if it is nearer than what rests; else zero.
    Vec3 velocity(const Vec3& p) const;
    // The same among the solids that do not answer to what the liquid does to them.
    Vec3 given_velocity(const Vec3& p) const;

    // The number of the body that is nearest to p, or kDomainWalls, of those that do not answer.
    Index nearest_given_body(const Vec3& p) const;

    // The bodies that answer (BodyAnswer), by their numbers; and the nearest of them, or kDomainWalls.
    std::vector<Index> answering_bodies() const;
    Index nearest_answering_body(const Vec3& p) const;
    // Cells, marked 1, between what rests and a body that answers: those that hold no more than a film, and all that
    // are less than half open.
    TileField<std::uint8_t> films(const std::vector<TilesAround>& around) const;
    TileField<std::uint8_t> gaps(const std::vector<TilesAround>& around) const;
    // Whether the body may reach into the tile.
    bool is_near(std::size_t body, const TileSet& tiles, Index t) const;
    // Since the last update.
    void speed_up(Index body, const Vec3d& velocity, const Vec3d& spin) {
        states_.of[static_cast<std::size_t>(body)].speed_up(velocity, spin);
    }

private:
    bool on_floor(const Vec3& p, Real rests) const;
    TileField<std::uint8_t> cells_under_bodies(const std::vector<TilesAround>& around, Real most_open) const;
    void measure_resting(const TileSet& tiles);
    void add_moving(const TileSet& tiles);
    void measure_openings(const std::vector<TilesAround>& around);
    void measure_openings(Index t, const TilesAround& around);
    void open_by_middles(Index t, std::size_t c);
    void close_slits();
    Real resting_distance(const Vec3& p) const;
    bool answers(std::size_t body) const { return states_.of[body].answer.any(); }
    // The nearest of those that count, nearer than `within`, or kDomainWalls.
    template <class Candidates, class Counts>
    Index nearest_of(const Candidates& candidates, const Vec3& p, Real within, Counts&& counts) const;
    template <class Counts>
    Vec3 velocity_among(const Vec3& p, Counts&& counts) const;

    GridWalls walls_;
    std::vector<Body> bodies_;
    std::vector<std::size_t> resting_;  // which of the bodies
    std::vector<std::size_t> moving_;
    ThinWalls thin_;
    BodyStates states_;
    double cell_;
    Vec3 up_ = Vec3::Zero();  // zero where there are no films
    TileSet tiles_;
    TileField<float> resting_distance_;
    TileField<float> moving_distance_;
    TileField<float> distance_;  // the smaller of both
    FaceField open_;
    TileField<float> volume_;
};

// The share of a square in which the distance is positive, from its values at the corners (in order around it): the
// four triangles around the middle, with the distance linear in each.
Real open_share_of_square(Real a, Real b, Real c, Real d);

// The share of a cube, from its corners (x fastest): the mean over 16 lines along the steepest axis.
Real open_share_of_cube(const std::array<Real, 8>& corners);

}  // namespace lamella
