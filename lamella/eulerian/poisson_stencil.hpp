// The coefficients of the seven-point stencil in one tile: stored for each face, or one number for all faces of a
// tile that lies wholly inside the liquid, where nothing is stored. Both answer the same question, so that every
// loop over a tile is written once.
#pragma once

#include <lamella/core/pack.hpp>
#include <lamella/grid/face_rimmed_tile.hpp>

namespace lamella {

// What belongs to a row of cells: c of the six faces of each cell, and e. P is Pack (8 cells) or DoublePack (4).
template <class P>
struct StencilRow {
    std::array<P, 6> c;  // -x, +x, -y, +y, -z, +z
    P e;

    [[gnu::always_inline]] P diagonal() const { return (((c[0] + c[1]) + (c[2] + c[3])) + (c[4] + c[5])) + e; }
};

// Faces are stored with the high rim, so that both faces of a cell are read from its own tile: face i of 0 to 8 along
// the axis is the one at the low side of cell i.
struct alignas(64) FaceCoefficients {
    static constexpr Index kFaces = kTileCells + kTileWidth * kTileWidth;
    std::array<float, kFaces> x;
    std::array<float, kFaces> y;
    std::array<float, kFaces> z;
    std::array<float, kTileCells> e;

    static constexpr Index x_index(Index i, Index j, Index k) { return i + 9 * (j + 8 * k); }
    static constexpr Index y_index(Index i, Index j, Index k) { return i + 8 * (j + 9 * k); }
    static constexpr Index z_index(Index i, Index j, Index k) { return i + 8 * (j + 8 * k); }
};

struct StoredStencil {
    const FaceCoefficients& faces;

    // The row of P's cells that begins at cell (i, j, k).
    template <class P>
    [[gnu::always_inline]] StencilRow<P> row(Index i, Index j, Index k) const {
        const float* x = faces.x.data() + FaceCoefficients::x_index(i, j, k);
        const float* y = faces.y.data() + FaceCoefficients::y_index(i, j, k);
        const float* z = faces.z.data() + FaceCoefficients::z_index(i, j, k);
        return {{load_as<P>(x), load_as<P>(x + 1), load_as<P>(y), load_as<P>(y + 8), load_as<P>(z), load_as<P>(z + 64)},
                load_as<P>(faces.e.data() + cell_in_tile(i, j, k))};
    }
};

struct UniformStencil {
    float c;

    template <class P>
    [[gnu::always_inline]] StencilRow<P> row(Index, Index, Index) const {
        const P all(c);
        return {{all, all, all, all, all, all}, P(0)};
    }
};

// The values of the six neighbours of a row of cells; `centre` points into a FaceRimmedTile.
template <class P, class T>
[[gnu::always_inline]] inline std::array<P, 6> neighbour_rows(const T* centre) {
    constexpr Index kRow = FaceRimmedTile<T>::kPitch;
    constexpr Index kPlane = kRow * FaceRimmedTile<T>::kRows;
    return {load_as<P>(centre - 1),    load_as<P>(centre + 1),      load_as<P>(centre - kRow),
            load_as<P>(centre + kRow), load_as<P>(centre - kPlane), load_as<P>(centre + kPlane)};
}

// sum_f c_f (p - p_f) + e p: by differences, so that a constant gives zero to the last bit.
template <class P, class T>
[[gnu::always_inline]] inline P apply_row(const StencilRow<P>& stencil, const T* centre) {
    const P p = load_as<P>(centre);
    const auto around = neighbour_rows<P>(centre);
    P sum = stencil.e * p;
    for (int f = 0; f < 6; ++f) sum = multiply_add(stencil.c[f], p - around[f], sum);
    return sum;
}

}  // namespace lamella
