// A particle level set (Enright, Fedkiw, Ferziger, Mitchell 2002): a signed distance in a narrow band on sparse tiles,
// negative inside, and markers on both sides that repair it. Advected as in the semi-Lagrangian form of Enright,
// Losasso, Fedkiw 2005. Lengths are in cells.
#pragma once

#include <lamella/level_set_liquid/markers.hpp>

#include <functional>

namespace lamella {

struct LevelSetOptions {
    Index markers_each_cell = 64;  // 0: none, the plain level set method
    Index reseed_every = 0;        // steps; 0: never
    bool slab = false;             // one tile thick and the same along z
};

// What is around the liquid; none of it must be given.
struct LevelSetRoom {
    std::function<void(TileField<float>& phi)> mend;                       // called whenever phi has changed
    std::function<void(Index t, std::vector<Marker>& markers)> hold_back;  // of a tile, after they have moved
    MarkerRoom room;
};

class LevelSet {
public:
    static constexpr float kBand = 5.0f;  // cells from the surface in which phi is a distance; beyond it is +-kBand
    static constexpr Index kReach = 6;    // cells that the surface may move in a step, and what interpolation reads

    explicit LevelSet(LevelSetOptions options) : options_(options), markers_(options.markers_each_cell) {}

    // From values (in cells) near the surface, on tiles that hold all of the inside. Markers are seeded in the level
    // set as it is mended: others would escape as soon as it is, and correct it back.
    void start(LevelTiles tiles, TileField<float> phi, const LevelSetRoom& room = {});

    // Makes tiles as far as the next step needs them, and keeps those that `also` names. Whoever keeps fields on the
    // tiles must take them over.
    void grow(std::span<const Vec3i> also = {});

    // One step through a velocity on the faces of its tiles, `steps` = dt / cell.
    void advance(const FaceField& velocity, Real steps, const LevelSetRoom& room = {});

    // Moves the surface outwards by so many cells, the markers with it.
    void shift(float outwards);

    // Brings phi to +-kBand around the surface that it has now.
    void redistance();

    const LevelTiles& tiles() const { return tiles_; }
    const TileField<float>& phi() const { return phi_; }
    TileField<float>& phi() { return phi_; }
    Markers& markers() { return markers_; }
    const Markers& markers() const { return markers_; }
    Index escaped() const { return escaped_; }  // in the last step

    template <class Visitor>
    void state(Visitor& visit) {
        const TileSet before = tiles_.tiles;
        visit("tiles", tiles_.tiles);
        if (!std::ranges::equal(before.keys(), tiles_.tiles.keys())) tiles_ = LevelTiles(tiles_.tiles, options_.slab);
        visit("phi", phi_);
        visit("markers", markers_);
        visit("steps", steps_);
    }

private:
    void seed(MarkerRoom room);

    LevelSetOptions options_;
    LevelTiles tiles_;
    TileField<float> phi_;
    Markers markers_;
    Index escaped_ = 0;
    std::int64_t steps_ = 0;
};

// The volume inside, in cells: each cell cut by the plane through the surface (phi and its gradient at the centre).
// `shares` are the parts of cells that count, empty for all.
double inside_volume(const LevelTiles& tiles, const TileField<float>& phi, std::span<const float> shares = {});

// The same cell by cell.
std::vector<float> inside_shares(const LevelTiles& tiles, const TileField<float>& phi, std::span<const float> shares);

// The part of a cube of edge 1 that is behind the plane n . x = -d through its middle's distance d, n of length 1.
Real share_behind_plane(const Vec3& n, Real d);

}  // namespace lamella
