// A vector field by its components on the faces of cells (Harlow and Welch 1965): component a of a cell sits in the
// middle of the cell's low face along axis a.
#pragma once

#include <lamella/grid/trilinear.hpp>

namespace lamella {

using FaceField = std::array<TileField<float>, 3>;

inline void assign(FaceField& field, const TileSet& tiles, float value) {
    for (auto& component : field) component.assign(tiles, value);
}

// Where the faces of an axis lie in their cells, in cells.
inline Vec3 face_offset(int axis) {
    Vec3 offset = Vec3::Constant(0.5f);
    offset[axis] = 0.0f;
    return offset;
}

// The field in one tile and a rim around it.
template <Index Rim>
struct RimmedFaces {
    std::array<RimmedTile<float, Rim>, 3> components;

    void gather(const FaceField& field, const TilesAround& around) {
        for (std::size_t a = 0; a < 3; ++a) components[a].gather(field[a], around, 0.0f);
    }

    // `at` in cells from the tile's lowest corner.
    [[gnu::always_inline]] Vec3 operator()(const Vec3& at) const {
        Vec3 value;
        for (int a = 0; a < 3; ++a)
            value[a] = interpolate(components[static_cast<std::size_t>(a)], node_place<Rim>(at - face_offset(a)));
        return value;
    }
    // Whether all faces that the value at this place depends on are here.
    static bool holds(const Vec3& at) {
        constexpr Real kLow = static_cast<Real>(-Rim) + 0.5f, kHigh = static_cast<Real>(kTileWidth + Rim) - 1.0f;
        return (at.array() >= kLow).all() && (at.array() < kHigh).all();
    }
};

// The field at any place, slowly: `at` in cells from the cell `first`. Faces of tiles that do not exist are zero.
Vec3 interpolate_faces(const TileSet& tiles, const Vec3i& first, const FaceField& field, const Vec3& at);

}  // namespace lamella
