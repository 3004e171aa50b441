// The coefficients of the seven-point stencil in one tile: stored for each face, or one number for all faces of a
// tile that lies wholly inside the liquid, where nothing is stored. Both answer the same question, so that every
// loop over a tile is written once.
#pragma once

#include <lamella/core/pack.hpp>
#include <lamella/grid/face_rimmed_tile.hpp>

#include <utility>

namespace lamella {

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

    // The face at `along` (0 to 8) on an axis and at (a, b) across it.
    float& at(int axis, Index along, Index a, Index b) {
        if (axis == 0) return x[x_index(along, a, b)];
        return axis == 1 ? y[y_index(a, along, b)] : z[z_index(a, b, along)];
    }
};

// Faces are numbered -x, +x, -y, +y, -z, +z. P is Pack, DoublePack or float: the coefficients of the 8, 4 or 1 cells
// that begin at cell (i, j, k). Sides are template arguments and packs are given one by one: an array of packs would
// be kept in memory.
struct StoredStencil {
    const FaceCoefficients* faces;

    template <class P>
    [[gnu::always_inline]] static P load(const float* p) {
        if constexpr (std::is_same_v<P, float>)
            return *p;
        else
            return load_as<P>(p);
    }

    template <class P, int Side>
    [[gnu::always_inline]] P c(Index i, Index j, Index k) const {
        constexpr Index kHigh = Side % 2;
        if constexpr (Side < 2) return load<P>(faces->x.data() + FaceCoefficients::x_index(i + kHigh, j, k));
        if constexpr (Side == 2 || Side == 3)
            return load<P>(faces->y.data() + FaceCoefficients::y_index(i, j + kHigh, k));
        return load<P>(faces->z.data() + FaceCoefficients::z_index(i, j, k + kHigh));
    }
    template <class P>
    [[gnu::always_inline]] P e(Index i, Index j, Index k) const {
        return load<P>(faces->e.data() + cell_in_tile(i, j, k));
    }
};

struct UniformStencil {
    float value;

    template <class P, int Side>
    [[gnu::always_inline]] P c(Index, Index, Index) const {
        return P(value);
    }
    template <class P>
    [[gnu::always_inline]] P e(Index, Index, Index) const {
        return P(0);
    }
};

// Calls f(x, y, z, cell) for the rows of P's cells of a tile.
template <class P, class F>
[[gnu::always_inline]] inline void for_each_row(F&& f) {
    constexpr auto kLanes = static_cast<Index>(P::size());
    for (Index z = 0; z < kTileWidth; ++z)
        for (Index y = 0; y < kTileWidth; ++y)
            for (Index x = 0; x < kTileWidth; x += kLanes) f(x, y, z, cell_in_tile(x, y, z));
}

// Calls f(side) with the sides as compile-time constants.
template <class F, int... side>
[[gnu::always_inline]] inline void for_sides(F&& f, std::integer_sequence<int, side...>) {
    (f(std::integral_constant<int, side>()), ...);
}
template <class F>
[[gnu::always_inline]] inline void for_each_side(F&& f) {
    for_sides(f, std::make_integer_sequence<int, 6>());
}

// The cells behind a side of a row of cells; `centre` points into a FaceRimmedTile.
template <class P, int Side, class T>
[[gnu::always_inline]] inline P behind(const T* centre) {
    constexpr std::array<Index, 3> kStep = {1, FaceRimmedTile<T>::kPitch,
                                            FaceRimmedTile<T>::kPitch * FaceRimmedTile<T>::kRows};
    return load_as<P>(Side % 2 == 0 ? centre - kStep[Side / 2] : centre + kStep[Side / 2]);
}

template <class P, class Stencil>
[[gnu::always_inline]] inline P diagonal(const Stencil& stencil, Index i, Index j, Index k) {
    P sum = stencil.template e<P>(i, j, k);
    for_each_side([&](auto side) { sum += stencil.template c<P, side>(i, j, k); });
    return sum;
}

// sum_f c_f (p - p_f) + e p: by differences, so that a constant gives zero to the last bit.
template <class P, class Stencil, class T>
[[gnu::always_inline]] inline P apply_row(const Stencil& stencil, Index i, Index j, Index k, const T* centre) {
    const P p = load_as<P>(centre);
    P sum = stencil.template e<P>(i, j, k) * p;
    for_each_side(
        [&](auto side) { sum = multiply_add(stencil.template c<P, side>(i, j, k), p - behind<P, side>(centre), sum); });
    return sum;
}

}  // namespace lamella
