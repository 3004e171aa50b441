#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/poisson_system.hpp>
#include <lamella/linear/vector_sums.hpp>

namespace lamella {
namespace {

// The cell of a tile that lies at `along` on an axis and at (a, b) across it.
Index cell_in_plane(int axis, Index along, Index a, Index b) {
    if (axis == 0) return cell_in_tile(along, a, b);
    return axis == 1 ? cell_in_tile(a, along, b) : cell_in_tile(a, b, along);
}

template <class F>
void for_each_in_plane(F&& f) {
    for (Index b = 0; b < kTileWidth; ++b)
        for (Index a = 0; a < kTileWidth; ++a) f(a, b);
}

bool all_equal(std::span<const float> values, float value) {
    return std::all_of(values.begin(), values.end(), [&](float v) { return v == value; });
}

// The one coefficient of all faces of a tile without Dirichlet terms, or 0.
float uniform_coefficient(const PoissonCoefficients& from, Index t, const FaceNeighbours& neighbours) {
    if (std::any_of(neighbours.begin(), neighbours.end(), [](Index n) { return n < 0; })) return 0.0f;
    const float c = from.low_faces[0].tile(t)[0];
    if (!all_equal(from.dirichlet.tile(t), 0.0f)) return 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        if (!all_equal(from.low_faces[axis].tile(t), c)) return 0.0f;
        const auto behind = from.low_faces[axis].tile(neighbours[2 * axis + 1]);
        bool same = true;
        for_each_in_plane([&](Index a, Index b) { same = same && behind[cell_in_plane(axis, 0, a, b)] == c; });
        if (!same) return 0.0f;
    }
    return c;
}

// The faces of tile t with those of its high sides, which its neighbours hold; closed where there is none.
void copy_faces(const PoissonCoefficients& from, Index t, const FaceNeighbours& neighbours, FaceCoefficients& to) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto own = from.low_faces[axis].tile(t);
        const Index low = neighbours[2 * axis], high = neighbours[2 * axis + 1];
        for (Index along = 0; along <= kTileWidth; ++along)
            for_each_in_plane([&](Index a, Index b) {
                const bool closed = (along == 0 && low < 0) || (along == kTileWidth && high < 0);
                const auto holder = along < kTileWidth || closed ? own : from.low_faces[axis].tile(high);
                to.at(axis, along, a, b) = closed ? 0.0f : holder[cell_in_plane(axis, along & 7, a, b)];
            });
    }
    std::copy_n(from.dirichlet.tile(t).data(), kTileCells, to.e.data());
}

// The sum of f(t) over tiles: in a fixed order within a tile, which is never cut, and exact over tiles.
template <class F>
double sum_of_tiles(const char* label, Index n, F&& f) {
    return sum_of_chunks(label, n, kTileChunk, [&](std::ptrdiff_t begin, std::ptrdiff_t end, ExactSum& sum) {
        for (auto t = static_cast<Index>(begin); t < end; ++t) sum.add(f(t));
    });
}

}  // namespace

void PoissonCoefficients::assign(const TileSet& tiles) {
    for (auto& faces : low_faces) faces.assign(tiles, 0.0f);
    dirichlet.assign(tiles, 0.0f);
}

void PoissonSystem::assemble(const TileSet& tiles, const PoissonCoefficients& coefficients) {
    tiles_ = tiles;
    neighbours_ = face_neighbours(tiles_);
    uniform_.resize(neighbours_.size());
    place_.resize(neighbours_.size());
    parallel_for(
        "uniform tiles", tile_count(),
        [&](Index t) { uniform_[t] = uniform_coefficient(coefficients, t, neighbours_[t]); }, kTileChunk);
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

bool PoissonSystem::coupled() const {
    const auto open = [](std::span<const float> c) { return !all_equal(c, 0.0f); };
    return stored_.size() < place_.size() ||
           std::any_of(stored_.begin(), stored_.end(),
                       [&](const FaceCoefficients& c) { return open(c.x) || open(c.y) || open(c.z); });
}

double PoissonSystem::apply(std::span<const float> d, std::span<float> y) const {
    return sum_of_tiles("Poisson matrix", tile_count(), [&](Index t) {
        FaceRimmedTile<float> p;
        p.gather(d.data(), t, neighbours(t));
        float* to = y.data() + first_of_tile(t);
        return with_stencil(t, [&](const auto& stencil) {
            DoublePack product = 0.0;
            for_each_row<DoublePack>([&](Index i, Index j, Index k, Index cell) {
                const float* centre = p.row(j, k) + i;
                const auto image = apply_row<DoublePack>(stencil, i, j, k, centre);
                store_as(image, to + cell);
                product = multiply_add(load_as<DoublePack>(centre), image, product);
            });
            return fold(product);
        });
    });
}

double PoissonSystem::residual(std::span<const double> b, std::span<const double> x, std::span<float> r) const {
    return sum_of_tiles("Poisson residual", tile_count(), [&](Index t) {
        FaceRimmedTile<double> p;
        p.gather(x.data(), t, neighbours(t));
        const double* from = b.data() + first_of_tile(t);
        float* to = r.data() + first_of_tile(t);
        return with_stencil(t, [&](const auto& stencil) {
            DoublePack squares = 0.0;
            for_each_row<DoublePack>([&](Index i, Index j, Index k, Index cell) {
                const auto image = apply_row<DoublePack>(stencil, i, j, k, p.row(j, k) + i);
                const DoublePack rest = load_as<DoublePack>(from + cell) - image;
                store_as(rest, to + cell);
                squares = multiply_add(rest, rest, squares);
            });
            return fold(squares);
        });
    });
}

void PoissonSystem::diagonal(std::span<float> y) const {
    parallel_for(
        "Poisson diagonal", tile_count(),
        [&](Index t) {
            with_stencil(t, [&](const auto& stencil) {
                for_each_row<Pack>([&](Index i, Index j, Index k, Index cell) {
                    lamella::diagonal<Pack>(stencil, i, j, k)
                        .copy_to(y.data() + first_of_tile(t) + cell, simd::element_aligned);
                });
            });
        },
        kTileChunk);
}

void PoissonSystem::clear_other_cells(std::span<double> y) const {
    parallel_for(
        "other cells", tile_count(),
        [&](Index t) {
            if (place_[t] < 0) return;
            for_each_row<Pack>([&](Index i, Index j, Index k, Index cell) {
                const Pack sum = lamella::diagonal<Pack>(StoredStencil{&stored_[place_[t]]}, i, j, k);
                double* row = y.data() + first_of_tile(t) + cell;
                for (Index lane = 0; lane < kPackWidth; ++lane) row[lane] = sum[lane] > 0.0f ? row[lane] : 0.0;
            });
        },
        kTileChunk);
}

void PoissonSystem::copy_coefficients(PoissonCoefficients& to) const {
    to.assign(tiles_);
    parallel_for(
        "copy coefficients", tile_count(),
        [&](Index t) {
            with_stencil(t, [&](const auto& stencil) {
                for_each_row<Pack>([&](Index i, Index j, Index k, Index cell) {
                    const auto copy = [&](const Pack& values, TileField<float>& field) {
                        values.copy_to(field.tile(t).data() + cell, simd::element_aligned);
                    };
                    copy(stencil.template c<Pack, 0>(i, j, k), to.low_faces[0]);
                    copy(stencil.template c<Pack, 2>(i, j, k), to.low_faces[1]);
                    copy(stencil.template c<Pack, 4>(i, j, k), to.low_faces[2]);
                    copy(stencil.template e<Pack>(i, j, k), to.dirichlet);
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
