#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/poisson_system.hpp>
#include <lamella/linear/vector_sums.hpp>

namespace lamella {
namespace {

// The faces of tile t with those of its high sides, which the neighbours hold; closed where there is none.
void copy_faces(const PoissonCoefficients& from, Index t, const FaceNeighbours& neighbours, FaceCoefficients& to) {
    const auto low = [&](int axis, int side, Index x, Index y, Index z) {
        const Index n = side < 0 ? t : neighbours[static_cast<std::size_t>(side)];
        return n < 0 ? 0.0f : from.low_faces[axis].tile(n)[cell_in_tile(x, y, z)];
    };
    for (Index k = 0; k < kTileWidth; ++k)
        for (Index j = 0; j < kTileWidth; ++j)
            for (Index i = 0; i < kTileWidth; ++i) {
                to.x[FaceCoefficients::x_index(i, j, k)] = low(0, -1, i, j, k);
                to.y[FaceCoefficients::y_index(i, j, k)] = low(1, -1, i, j, k);
                to.z[FaceCoefficients::z_index(i, j, k)] = low(2, -1, i, j, k);
            }
    for (Index b = 0; b < kTileWidth; ++b)
        for (Index a = 0; a < kTileWidth; ++a) {
            to.x[FaceCoefficients::x_index(8, a, b)] = low(0, 1, 0, a, b);
            to.y[FaceCoefficients::y_index(a, 8, b)] = low(1, 3, a, 0, b);
            to.z[FaceCoefficients::z_index(a, b, 8)] = low(2, 5, a, b, 0);
            if (neighbours[0] < 0) to.x[FaceCoefficients::x_index(0, a, b)] = 0.0f;
            if (neighbours[2] < 0) to.y[FaceCoefficients::y_index(a, 0, b)] = 0.0f;
            if (neighbours[4] < 0) to.z[FaceCoefficients::z_index(a, b, 0)] = 0.0f;
        }
    std::copy_n(from.dirichlet.tile(t).data(), kTileCells, to.e.data());
}

// The one coefficient of all faces of a tile without Dirichlet terms, or 0.
float uniform_coefficient(const FaceCoefficients& faces) {
    const float c = faces.x[0];
    const auto all = [](std::span<const float> values, float value) {
        return std::all_of(values.begin(), values.end(), [&](float v) { return v == value; });
    };
    return all(faces.x, c) && all(faces.y, c) && all(faces.z, c) && all(faces.e, 0.0f) ? c : 0.0f;
}

// Calls f(x, y, z, cell) for the rows of P's cells of a tile.
template <class P, class F>
[[gnu::always_inline]] inline void for_each_row(F&& f) {
    constexpr auto kLanes = static_cast<Index>(P::size());
    for (Index z = 0; z < kTileWidth; ++z)
        for (Index y = 0; y < kTileWidth; ++y)
            for (Index x = 0; x < kTileWidth; x += kLanes) f(x, y, z, cell_in_tile(x, y, z));
}

}  // namespace

PoissonCoefficients::PoissonCoefficients(const TileSet& tiles)
    : low_faces{TileField<float>(tiles), TileField<float>(tiles), TileField<float>(tiles)}, dirichlet(tiles) {}

PoissonSystem::PoissonSystem(TileSet tiles, const PoissonCoefficients& coefficients)
    : tiles_(std::move(tiles)),
      neighbours_(face_neighbours(tiles_)),
      place_(neighbours_.size()),
      uniform_(neighbours_.size()) {
    parallel_for(
        "uniform tiles", tile_count(),
        [&](Index t) {
            FaceCoefficients faces;  // NOLINT(cppcoreguidelines-pro-type-member-init)
            copy_faces(coefficients, t, neighbours_[t], faces);
            uniform_[t] = uniform_coefficient(faces);
        },
        kTileChunk);
    Index stored = 0;
    for (Index t = 0; t < tile_count(); ++t) place_[t] = uniform_[t] > 0.0f ? -1 : stored++;
    stored_.resize(static_cast<std::size_t>(stored));
    parallel_for(
        "stored tiles", tile_count(),
        [&](Index t) {
            if (place_[t] >= 0) copy_faces(coefficients, t, neighbours_[t], stored_[place_[t]]);
        },
        kTileChunk);
}

double PoissonSystem::apply(std::span<const float> d, std::span<float> y) const {
    const auto tile = [&](Index t) {
        FaceRimmedTile<float> p;  // NOLINT(cppcoreguidelines-pro-type-member-init)
        p.gather(d.data(), t, neighbours(t));
        float* to = y.data() + static_cast<std::ptrdiff_t>(t) * kTileCells;
        return with_stencil(t, [&](const auto& stencil) {
            DoublePack product = 0.0;
            for_each_row<DoublePack>([&](Index i, Index j, Index k, Index cell) {
                const float* centre = p.row(j, k) + i;
                const DoublePack image = apply_row(stencil.template row<DoublePack>(i, j, k), centre);
                store_as(image, to + cell);
                product = multiply_add(load_as<DoublePack>(centre), image, product);
            });
            return fold(product);
        });
    };
    return sum_of_chunks("Poisson matrix", tile_count(), kTileChunk, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        double sum = 0.0;
        for (auto t = static_cast<Index>(begin); t < end; ++t) sum += tile(t);
        return sum;
    });
}

double PoissonSystem::residual(std::span<const double> b, std::span<const double> x, std::span<float> r) const {
    const auto tile = [&](Index t) {
        FaceRimmedTile<double> p;  // NOLINT(cppcoreguidelines-pro-type-member-init)
        p.gather(x.data(), t, neighbours(t));
        const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(t) * kTileCells;
        return with_stencil(t, [&](const auto& stencil) {
            DoublePack squares = 0.0;
            for_each_row<DoublePack>([&](Index i, Index j, Index k, Index cell) {
                const DoublePack image = apply_row(stencil.template row<DoublePack>(i, j, k), p.row(j, k) + i);
                const DoublePack rest = load_as<DoublePack>(b.data() + first + cell) - image;
                store_as(rest, r.data() + first + cell);
                squares = multiply_add(rest, rest, squares);
            });
            return fold(squares);
        });
    };
    return sum_of_chunks("Poisson residual", tile_count(), kTileChunk, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        double sum = 0.0;
        for (auto t = static_cast<Index>(begin); t < end; ++t) sum += tile(t);
        return sum;
    });
}

void PoissonSystem::diagonal(std::span<float> y) const {
    parallel_for(
        "Poisson diagonal", tile_count(),
        [&](Index t) {
            float* to = y.data() + static_cast<std::ptrdiff_t>(t) * kTileCells;
            with_stencil(t, [&](const auto& stencil) {
                for_each_row<Pack>([&](Index i, Index j, Index k, Index cell) {
                    stencil.template row<Pack>(i, j, k).diagonal().copy_to(to + cell, simd::element_aligned);
                });
            });
        },
        kTileChunk);
}

std::size_t PoissonSystem::memory_bytes() const {
    return tiles_.memory_bytes() + neighbours_.capacity() * sizeof(FaceNeighbours) + place_.capacity() * sizeof(Index) +
           uniform_.capacity() * sizeof(float) + stored_.capacity() * sizeof(FaceCoefficients);
}

}  // namespace lamella
