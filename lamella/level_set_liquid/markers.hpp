// Markers on both sides of a level set (Enright, Fedkiw, Ferziger, Mitchell 2002: A Hybrid Particle Level Set Method
// for Improved Interface Capturing). A marker is a ball on its side that touches the surface, of a radius between 0.02
// and 0.5 cells; the flow carries it. One that is then on the other side by more than its radius has escaped, and the
// level set was wrong there. With phi_p(x) = s_p (r_p - |x - x_p|), s = 1 outside and -1 inside, at the eight centres
// of cells around each escaped marker
//
//     phi+ = max(phi, phi_p of those from outside),  phi- = min(phi, phi_p of those from inside),
//     phi <- the one of both that is nearer to zero                                          (section 3.1.4)
//
// Departures: the least radius is 0.02 cells instead of 0.1, as a marker acts only when it has drifted by its radius:
// with 0.1 the perimeter times a tenth of a cell is lost. New markers lie at random in the cells within 3 of the
// surface and stay where they are, instead of being drawn to a distance that is drawn at random: along the normal both
// are spread evenly.
#pragma once

#include <lamella/level_set_liquid/advection.hpp>

#include <functional>
#include <span>
#include <vector>

namespace lamella {

struct Marker {
    Vec3 at;       // in cells from the lowest corner of its tile
    float radius;  // in cells; negative for markers of the inside

    bool inside() const { return radius < 0.0f; }
    float sign() const { return inside() ? -1.0f : 1.0f; }
};

inline constexpr float kMarkerBand = 3.0f;  // cells on both sides

// Where there may be markers: distances to solids at the low corners of cells, positive in the room; empty for all.
using MarkerRoom = std::span<const float>;

class Markers {
public:
    explicit Markers(Index each_cell, std::uint64_t seed = 1) : each_cell_(each_cell), seed_(seed) {}

    // Takes markers away that are far from the surface or too many, and adds new ones where there are too few.
    // Escaped ones stay.
    void reseed(const LevelTiles& tiles, const TileField<float>& phi, MarkerRoom room);

    // Along the velocity by the midpoint rule; `hold_back`, if there is one, then sees those of each tile.
    using HoldBack = std::function<void(Index t, std::vector<Marker>& markers)>;
    void carry(const LevelTiles& tiles, const FaceField& velocity, Real steps, const HoldBack& hold_back = {});

    // By so many cells outwards.
    void move_along_normals(const LevelTiles& tiles, const TileField<float>& phi, float outwards);

    // Repairs phi; returns how many have escaped.
    Index correct(const LevelTiles& tiles, TileField<float>& phi) const;

    // Every ball touches the surface again.
    void fit_radii(const LevelTiles& tiles, const TileField<float>& phi);

    // Takes out those of the inside that are more than `distance` outside, and gives them in the order of tiles, in
    // cells from the origin; those of the outside that are so deep inside vanish.
    std::vector<Vec3> take_lost(const LevelTiles& tiles, const TileField<float>& phi, float distance);

    void move_to(const TileSet& before, const TileSet& now);

    Index each_cell() const { return each_cell_; }
    std::int64_t count() const;
    std::int64_t inside_count() const;
    std::span<const Marker> of_tile(Index t) const { return of_[static_cast<std::size_t>(t)]; }

    template <class Visitor>
    void state(Visitor& visit) {
        std::vector<Index> counts;
        std::vector<std::array<float, 4>> all;
        flatten(counts, all);
        visit("counts", counts);
        visit("all", all);
        visit("seedings", seedings_);
        restore(counts, all);
    }

private:
    using TileMarkers = std::vector<Marker>;

    void hand_over(const LevelTiles& tiles);
    void reseed_tile(const LevelTiles& tiles, const TileField<float>& phi, MarkerRoom room, Index t);
    void flatten(std::vector<Index>& counts, std::vector<std::array<float, 4>>& all) const;
    void restore(const std::vector<Index>& counts, const std::vector<std::array<float, 4>>& all);

    Index each_cell_;
    std::uint64_t seed_;
    std::int64_t seedings_ = 0;
    std::vector<TileMarkers> of_;  // by tile
};

}  // namespace lamella
