// Which tiles of 8^3 cells of an unbounded grid exist: memory and work follow the matter, not its bounding box. Along
// an axis the grid may repeat after some tiles: those are then the tiles from 0 on, and all others are their images.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella {

inline constexpr Index kTileWidth = 8;
inline constexpr Index kTileCells = kTileWidth * kTileWidth * kTileWidth;
inline constexpr Index kTileReach = 1 << 20;     // tile coordinates lie in [-kTileReach, kTileReach)
inline constexpr std::ptrdiff_t kTileChunk = 8;  // tiles that a thread takes at once

// Tile (a, b, c) holds the cells 8 (a, b, c) + [0, 8)^3.
inline Vec3i tile_of_cell(const Vec3i& cell) {
    return cell.unaryExpr([](Index i) { return i >> 3; });
}

// The place of a cell in its tile, from its coordinates within the tile: x runs fastest.
constexpr Index cell_in_tile(Index x, Index y, Index z) { return x + kTileWidth * (y + kTileWidth * z); }
inline Vec3i coordinates_in_tile(Index c) { return {c & 7, (c >> 3) & 7, c >> 6}; }

// Keys order tiles by x, then y, then z.
std::uint64_t tile_key(const Vec3i& tile);
Vec3i tile_of_key(std::uint64_t key);

// The tiles (or -1) at the offsets (x, y, z) in {-1, 0, 1}^3 around one tile, at 13 + x + 3 y + 9 z.
using TilesAround = std::array<Index, 27>;
constexpr Index kTileItself = 13;
constexpr Index around_index(Index x, Index y, Index z) { return kTileItself + x + 3 * y + 9 * z; }

// Calls f(x, y, z) for the 27 offsets in {-1, 0, 1}^3.
template <class F>
constexpr void for_each_offset(F&& f) {
    for (Index z = -1; z <= 1; ++z)
        for (Index y = -1; y <= 1; ++y)
            for (Index x = -1; x <= 1; ++x) f(x, y, z);
}

// Tiles in the order of their keys.
class TileSet {
public:
    TileSet() = default;
    // In any order and more than once. `period` in tiles along each axis, 0 where the grid does not repeat.
    explicit TileSet(std::span<const Vec3i> tiles, const Vec3i& period = Vec3i::Zero());

    // The set whose keys() these are.
    static TileSet of_keys(std::vector<std::uint64_t> ascending_keys);

    Index count() const { return static_cast<Index>(keys_.size()); }
    Vec3i tile(Index t) const { return tile_of_key(keys_[static_cast<std::size_t>(t)]); }
    Vec3i first_cell(Index t) const { return kTileWidth * tile(t); }
    std::span<const std::uint64_t> keys() const { return keys_; }
    const Vec3i& period() const { return period_; }
    Index find(const Vec3i& tile) const;  // the number of that tile or of what it is an image of, or -1

    // For every tile, who lies around it.
    std::vector<TilesAround> surroundings() const;

    // The same tiles, none of which may be an image.
    TileSet with_period(const Vec3i& period) const;

    // These tiles and the 26 around each of them.
    TileSet dilated() const;

    std::size_t memory_bytes() const { return keys_.capacity() * sizeof(keys_[0]); }

private:
    Vec3i wrapped(const Vec3i& tile) const;

    std::vector<std::uint64_t> keys_;
    Vec3i period_ = Vec3i::Zero();
};

}  // namespace lamella
