// Level sets of simple shapes for tests, in cells.
#pragma once

#include <lamella/level_set_liquid/level_set.hpp>

namespace lamella {

// All tiles of a cube with its lowest corner at the origin.
inline LevelTiles cube_of_tiles(Index wide) {
    std::vector<Vec3i> tiles;
    for (Index k = 0; k < wide * wide * wide; ++k) tiles.emplace_back(k % wide, k / wide % wide, k / (wide * wide));
    return LevelTiles(TileSet(tiles));
}

// distance(x) at all centres.
template <class F>
TileField<float> sampled(const LevelTiles& tiles, F&& distance) {
    TileField<float> phi(tiles.tiles);
    for (Index t = 0; t < tiles.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3 x = (tiles.tiles.first_cell(t) + coordinates_in_tile(c)).cast<Real>() + Vec3::Constant(0.5f);
            phi.tile(t)[static_cast<std::size_t>(c)] = static_cast<float>(distance(x));
        }
    return phi;
}

inline auto ball(const Vec3& centre, Real radius) {
    return [=](const Vec3& x) { return (x - centre).norm() - radius; };
}

inline FaceField uniform(const LevelTiles& tiles, const Vec3& velocity) {
    FaceField field;
    for (int a = 0; a < 3; ++a) field[static_cast<std::size_t>(a)].assign(tiles.tiles, velocity[a]);
    return field;
}

}  // namespace lamella
