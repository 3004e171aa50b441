// A copy of a tile with the cells of its six neighbours that share a face with it: what a seven-point stencil reads.
#pragma once

#include <lamella/grid/tile_field.hpp>

namespace lamella {

// The tiles (or -1) at -x, +x, -y, +y, -z, +z.
using FaceNeighbours = std::array<Index, 6>;
std::vector<FaceNeighbours> face_neighbours(const TileSet& tiles);

// Rows are 16 values apart and their cells stand at 8 to 15, so that a row is one aligned pack; the rim of a row in
// x stands at 7 and 16. Edges and corners of the rim are not there.
template <class T>
struct FaceRimmedTile {
    static constexpr Index kPitch = 16;
    static constexpr Index kRows = kTileWidth + 2;
    static constexpr Index index(Index x, Index y, Index z) {
        return x + kTileWidth + kPitch * ((y + 1) + kRows * (z + 1));
    }

    alignas(64) std::array<T, static_cast<std::size_t>(kPitch* kRows* kRows + 1)> values;

    T* row(Index y, Index z) { return values.data() + index(0, y, z); }
    const T* row(Index y, Index z) const { return values.data() + index(0, y, z); }

    // Copies tile t and its rim; cells of tiles that do not exist become zero.
    void gather(const T* field, Index t, const FaceNeighbours& neighbours) {
        copy_cells(field + static_cast<std::ptrdiff_t>(t) * kTileCells);
        gather_rim(field, neighbours);
    }

    void copy_cells(const T* cells) {
        for (Index z = 0; z < kTileWidth; ++z)
            for (Index y = 0; y < kTileWidth; ++y, cells += kTileWidth) std::copy_n(cells, kTileWidth, row(y, z));
    }

    void copy_cells_to(T* cells) const {
        for (Index z = 0; z < kTileWidth; ++z)
            for (Index y = 0; y < kTileWidth; ++y, cells += kTileWidth) std::copy_n(row(y, z), kTileWidth, cells);
    }

    void gather_rim(const T* field, const FaceNeighbours& neighbours) {
        const auto cells_of = [&](int side) {
            return neighbours[side] < 0 ? nullptr : field + static_cast<std::ptrdiff_t>(neighbours[side]) * kTileCells;
        };
        copy_column(cells_of(0), -1);
        copy_column(cells_of(1), kTileWidth);
        for (Index i = 0; i < kTileWidth; ++i) {
            copy_row(cells_of(2), -1, i);
            copy_row(cells_of(3), kTileWidth, i);
            copy_row(cells_of(4), i, -1);
            copy_row(cells_of(5), i, kTileWidth);
        }
    }

    void clear_rim() { gather_rim(nullptr, {-1, -1, -1, -1, -1, -1}); }

private:
    // The neighbour's cells that lie at x (-1 or 8) of this tile.
    void copy_column(const T* cells, Index x) {
        for (Index z = 0; z < kTileWidth; ++z)
            for (Index y = 0; y < kTileWidth; ++y) row(y, z)[x] = cells ? cells[cell_in_tile(x & 7, y, z)] : T(0);
    }
    void copy_row(const T* cells, Index y, Index z) {
        if (cells)
            std::copy_n(cells + cell_in_tile(0, y & 7, z & 7), kTileWidth, row(y, z));
        else
            std::fill_n(row(y, z), kTileWidth, T(0));
    }
};

}  // namespace lamella
