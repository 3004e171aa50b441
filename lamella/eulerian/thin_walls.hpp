// Walls of bodies that are thinner than two cells. The corners of cells may lie on both sides of such a wall and none
// in it, so that nothing of it is seen; and a cell may hold liquid on both of its sides.
//
// Each edge of the grid is followed from its ends outside of solids with the exact distance (sphere tracing, Hart
// 1996): does it meet a wall, and where? In a cell the corners that are joined by free edges
// lie on one side. A cell belongs to the side that has the most room in it; what of it lies on other sides is closed.
// So the pressure has two sides at every wall, however thin, and what is lost is less than half a cell of the side
// that has less room.
#pragma once

#include <lamella/grid/face_field.hpp>
#include <lamella/matter/body.hpp>

#include <cstdint>

namespace lamella {

// How far from the ends of an edge there is a wall, m; zero where there is none between them, and from ends in it.
struct EdgeCut {
    float from_low = 0.0f;
    float from_high = 0.0f;
};
using EdgeCuts = std::array<TileField<EdgeCut>, 3>;  // of the edges along each axis from the low corner of each cell

// The bodies and where they are.
struct PlacedBodies {
    std::span<const Body> bodies;
    const BodyStates& states;
};

class ThinWalls {
public:
    ThinWalls() = default;
    ThinWalls(std::span<const Body> bodies, double cell);

    bool none() const { return resting_.empty() && moving_.empty(); }
    std::vector<std::size_t> bodies() const;  // that have such walls

    // From the distances to what rests and to all solids at the corners of cells. Tiles that were there before keep
    // what rests.
    void find(const TileSet& tiles, const std::vector<TilesAround>& around, const PlacedBodies& placed,
              const TileField<float>& resting_distance, const TileField<float>& distance);

    // Closes what lies on other sides, in cells that have several.
    void close(const std::vector<TilesAround>& around, const TileField<float>& distance, FaceField& open_share,
               TileField<float>& open_volume);

    // The corners on the side that a cell belongs to, bit x + 2 y + 4 z; all eight where there is one side.
    static constexpr std::uint8_t kOneSide = 255;
    const TileField<std::uint8_t>& sides() const { return sides_; }
    // Bit a: the cell's low face along axis a is closed, but there is room on both sides of it.
    const TileField<std::uint8_t>& parted_faces() const { return parted_; }

private:
    void keep_resting_cuts(const TileSet& tiles, const std::vector<TilesAround>& around, const PlacedBodies& placed,
                           const TileField<float>& distance);
    void find_sides(const std::vector<TilesAround>& around, const TileField<float>& distance);
    void mark_parted_faces(const std::vector<TilesAround>& around, const FaceField& open_share,
                           const TileField<float>& open_volume);

    double cell_ = 0.0;
    std::vector<std::size_t> resting_;
    std::vector<std::size_t> moving_;
    TileSet tiles_;
    EdgeCuts resting_cuts_;
    EdgeCuts cuts_;
    TileField<std::uint8_t> sides_;
    TileField<std::uint8_t> parted_;
};

}  // namespace lamella
