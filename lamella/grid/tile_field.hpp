// One value for each cell of a set of tiles, and copies of a tile with a rim of its neighbours' cells.
#pragma once

#include <lamella/grid/tile_set.hpp>

#include <algorithm>
#include <concepts>

namespace lamella {

// The cells of tile t are the 512 values from 512 t on, x fastest.
template <class T>
class TileField {
public:
    TileField() = default;
    explicit TileField(const TileSet& tiles, T value = T{})
        : values_(static_cast<std::size_t>(tiles.count()) * kTileCells, value) {}

    std::span<T> tile(Index t) { return {values_.data() + first(t), kTileCells}; }
    std::span<const T> tile(Index t) const { return {values_.data() + first(t), kTileCells}; }
    std::span<T> values() { return values_; }
    std::span<const T> values() const { return values_; }

    void assign(const TileSet& tiles, T value) {
        values_.assign(static_cast<std::size_t>(tiles.count()) * kTileCells, value);
    }

    // Tiles behind the end are zero.
    void resize(Index tiles) { values_.resize(static_cast<std::size_t>(tiles) * kTileCells); }

    // The value of a cell, or `missing` where its tile does not exist.
    T at(const TileSet& tiles, const Vec3i& cell, T missing) const {
        const Vec3i tile_at = tile_of_cell(cell);
        const Index t = tiles.find(tile_at);
        const Vec3i in = cell - kTileWidth * tile_at;
        return t < 0 ? missing : values_[first(t) + static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z()))];
    }

private:
    static std::size_t first(Index t) { return static_cast<std::size_t>(t) * kTileCells; }

    std::vector<T> values_;
};

// A tile with a rim `Rim` cells wide, x fastest; cell (x, y, z) of the tile, with coordinates in
// [-Rim, 8 + Rim), is at(x, y, z).
template <class T, Index Rim>
struct RimmedTile {
    static constexpr Index kWidth = kTileWidth + 2 * Rim;
    static constexpr Index index(Index x, Index y, Index z) {
        return (x + Rim) + kWidth * ((y + Rim) + kWidth * (z + Rim));
    }

    std::array<T, static_cast<std::size_t>(kWidth* kWidth* kWidth)> values;

    T& at(Index x, Index y, Index z) { return values[static_cast<std::size_t>(index(x, y, z))]; }
    const T& at(Index x, Index y, Index z) const { return values[static_cast<std::size_t>(index(x, y, z))]; }
    T* row(Index y, Index z) { return &at(0, y, z); }
    const T* row(Index y, Index z) const { return &at(0, y, z); }

    // Copies the tile and its rim; cells of tiles that do not exist become `missing`.
    void gather(const TileField<T>& field, const TilesAround& around, T missing) {
        gather([&](Index t) { return field.tile(t).data(); }, around, missing);
    }
    // The same where cells_of(t) gives the 512 values of a tile.
    template <class CellsOf>
        requires std::invocable<CellsOf, Index>
    void gather(CellsOf&& cells_of, const TilesAround& around, T missing) {
        for_each_offset([&](Index x, Index y, Index z) {
            const Index t = around[static_cast<std::size_t>(around_index(x, y, z))];
            const Range rx = range(x), ry = range(y), rz = range(z);
            for (Index k = rz.begin; k < rz.end; ++k)
                for (Index j = ry.begin; j < ry.end; ++j) {
                    T* to = &at(rx.begin, j, k);
                    const Index n = rx.end - rx.begin;
                    if (t < 0) {
                        std::fill_n(to, n, missing);
                    } else {
                        const Index from = cell_in_tile(rx.begin & 7, j & 7, k & 7);
                        std::copy_n(cells_of(t) + from, n, to);
                    }
                }
        });
    }

private:
    struct Range {
        Index begin;
        Index end;
    };
    // The cells, in this tile's coordinates, that the neighbour at an offset gives.
    static constexpr Range range(Index offset) {
        if (offset < 0) return {-Rim, 0};
        if (offset > 0) return {kTileWidth, kTileWidth + Rim};
        return {0, kTileWidth};
    }
};

// For tiles with a rim of one cell: how far the next cell along each axis is, and a loop over the 512 cells with their
// places in the tile and in the rimmed one.
inline constexpr std::array<std::size_t, 3> kAlong{1, kTileWidth + 2, std::size_t{kTileWidth + 2} * (kTileWidth + 2)};

template <class F>
void for_each_rimmed_cell(F&& f) {
    std::size_t c = 0;
    for (Index z = 0; z < kTileWidth; ++z)
        for (Index y = 0; y < kTileWidth; ++y)
            for (Index x = 0; x < kTileWidth; ++x, ++c)
                f(c, static_cast<std::size_t>(RimmedTile<float, 1>::index(x, y, z)));
}

}  // namespace lamella
