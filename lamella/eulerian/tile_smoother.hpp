// Red-black Gauss-Seidel sweeps over the cells of one tile, in cache, while the cells around it rest.
#pragma once

#include <lamella/eulerian/poisson_stencil.hpp>

namespace lamella {

enum class SweepOrder { forward, backward };  // red cells before black ones, or black before red

// 1 / diagonal, or 0 where there is no unknown.
struct InverseDiagonal {
    alignas(64) std::array<float, kTileCells> values;

    explicit InverseDiagonal(const StoredStencil& stencil) {
        for_each_row<Pack>([&](Index i, Index j, Index k, Index cell) {
            const Pack sum = diagonal<Pack>(stencil, i, j, k);
            select(sum > 0.0f, 1.0f / sum, Pack(0.0f)).copy_to(&values[cell], simd::element_aligned);
        });
    }
    [[gnu::always_inline]] Pack row(Index cell) const { return load_pack(&values[cell]); }
};
struct UniformInverse {
    Pack value;

    explicit UniformInverse(const UniformStencil& stencil) : value(1.0f / (6.0f * stencil.value)) {}
    [[gnu::always_inline]] Pack row(Index) const { return value; }
};
inline InverseDiagonal inverse_diagonal(const StoredStencil& stencil) { return InverseDiagonal(stencil); }
inline UniformInverse inverse_diagonal(const UniformStencil& stencil) { return UniformInverse(stencil); }

// The cells with (x + y + z) mod 2 = parity get the value that solves their own equation.
template <class Stencil, class Inverse>
void relax(Stencil stencil, const Inverse& inverse, const float* f, int parity, FaceRimmedTile<float>& u) {
    const PackMask even = Pack([](auto lane) { return lane % 2 == 0 ? 1.0f : 0.0f; }) > 0.5f;
    const auto relax_row = [&](Index j, Index k) {
        const Index cell = cell_in_tile(0, j, k);
        float* centre = u.row(j, k);
        Pack sum = load_pack(f + cell);
        for_each_side([&](auto side) {
            sum = multiply_add(stencil.template c<Pack, side>(0, j, k), behind<Pack, side>(centre), sum);
        });
        const Pack fresh = sum * inverse.row(cell);
        const Pack old = load_pack(centre);
        const bool evens = ((j + k + parity) & 1) == 0;
        (evens ? select(even, fresh, old) : select(even, old, fresh)).copy_to(centre, simd::element_aligned);
    };
    // Every other row first: a row need not wait for what was just written to the one beside it.
    for (Index k = 0; k < kTileWidth; ++k)
        for (Index start : {0, 1})
            for (Index j = start; j < kTileWidth; j += 2) relax_row(j, k);
}

template <class Stencil>
void sweep_tile(const Stencil& stencil, int sweeps, SweepOrder order, const float* f, FaceRimmedTile<float>& u) {
    const auto inverse = inverse_diagonal(stencil);
    const int first = order == SweepOrder::forward ? 0 : 1;
    for (int s = 0; s < sweeps; ++s)
        for (int parity : {first, 1 - first}) relax(stencil, inverse, f, parity, u);
}

}  // namespace lamella
