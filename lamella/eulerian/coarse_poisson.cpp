#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/coarse_poisson.hpp>

namespace lamella {
namespace {

constexpr Index kHalf = kTileWidth / 2;

template <class F>
void for_each_octant_cell(F&& f) {
    for (Index k = 0; k < kHalf; ++k)
        for (Index j = 0; j < kHalf; ++j)
            for (Index i = 0; i < kHalf; ++i) f(i, j, k);
}

constexpr float kFaceShare = 0.5f, kDirichletShare = 0.6f;

template <class Stencil>
float sum_of_e(const Stencil& fine, Index i, Index j, Index k) {
    float sum = 0.0f;
    for (Index child = 0; child < 8; ++child)
        sum += fine.template e<float>(i + (child & 1), j + ((child >> 1) & 1), k + (child >> 2));
    return sum;
}

template <class Stencil>
void coarsen_tile(const Stencil& fine, const ParentTile& parent, PoissonCoefficients& coarse) {
    const auto share = [](auto face) { return kFaceShare * ((face(0, 0) + face(1, 0)) + (face(0, 1) + face(1, 1))); };
    for_each_octant_cell([&](Index oi, Index oj, Index ok) {
        const Index to = parent.first_cell + cell_in_tile(oi, oj, ok);
        const Index i = 2 * oi, j = 2 * oj, k = 2 * ok;
        coarse.low_faces[0].tile(parent.tile)[to] =
            share([&](Index a, Index b) { return fine.template c<float, 0>(i, j + a, k + b); });
        coarse.low_faces[1].tile(parent.tile)[to] =
            share([&](Index a, Index b) { return fine.template c<float, 2>(i + a, j, k + b); });
        coarse.low_faces[2].tile(parent.tile)[to] =
            share([&](Index a, Index b) { return fine.template c<float, 4>(i + a, j + b, k); });
        coarse.dirichlet.tile(parent.tile)[to] = kDirichletShare * sum_of_e(fine, i, j, k);
    });
}

// Each of four values twice.
Pack doubled(const float* p) {
    return Pack([&](auto lane) { return p[lane / 2]; });
}

void add(Pack a, float* row) { (load_pack(row) + a).copy_to(row, simd::element_aligned); }

}  // namespace

Vec3i coarsenable(const Vec3i& period) {
    return period.unaryExpr([](Index tiles) { return tiles % 2 == 0 ? tiles : 0; });
}

void CoarsePoisson::coarsen(const PoissonSystem& fine, PoissonCoefficients& scratch) {
    const TileSet& tiles = fine.tiles();
    // Counted from the lowest tile, so that in the end all tiles are one, and from the seam where there is one.
    Vec3i lowest = Vec3i::Constant(kTileReach);
    for (Index t = 0; t < tiles.count(); ++t) lowest = lowest.cwiseMin(tiles.tile(t));
    for (int a = 0; a < 3; ++a)
        if (tiles.period()[a] > 0) lowest[a] = 0;
    const auto place = [&](Index t) -> Vec3i { return tiles.tile(t) - lowest; };
    std::vector<Vec3i> halved(static_cast<std::size_t>(tiles.count()));
    for (Index t = 0; t < tiles.count(); ++t) halved[t] = place(t) / 2;

    const TileSet coarse(halved, coarsenable(tiles.period() / 2));
    parents.resize(halved.size());
    scratch.assign(coarse);
    parallel_for(
        "coarsen", tiles.count(),
        [&](Index t) {
            const Vec3i octant = kHalf * (place(t) - 2 * halved[t]);
            parents[t] = {coarse.find(halved[t]), cell_in_tile(octant.x(), octant.y(), octant.z())};
            fine.with_stencil(t, [&](const auto& stencil) { coarsen_tile(stencil, parents[t], scratch); });
        },
        kTileChunk);
    system.assemble(coarse, scratch);
}

void add_up_children(const float* fine, float* octant) {
    for (Index k = 0; k < kHalf; ++k)
        for (Index j = 0; j < kHalf; ++j) {
            const auto row = [&](Index a, Index b) { return load_pack(fine + cell_in_tile(0, 2 * j + a, 2 * k + b)); };
            const Pack sum = (row(0, 0) + row(1, 0)) + (row(0, 1) + row(1, 1));
            for (Index i = 0; i < kHalf; ++i) octant[cell_in_tile(i, j, k)] = sum[2 * i] + sum[2 * i + 1];
        }
}

void add_to_children(const float* octant, FaceRimmedTile<float>& fine) {
    for (Index k = 0; k < kTileWidth; ++k)
        for (Index j = 0; j < kTileWidth; ++j) add(doubled(octant + cell_in_tile(0, j / 2, k / 2)), fine.row(j, k));
}

void add_to_rim(const float* octant, int side, FaceRimmedTile<float>& fine) {
    const bool low = side % 2 == 0;
    const Index from = low ? kHalf - 1 : 0;  // in the neighbour's octant
    const Index to = low ? -1 : kTileWidth;  // in this tile
    for (Index b = 0; b < kTileWidth; ++b) {
        if (side >= 4) add(doubled(octant + cell_in_tile(0, b / 2, from)), fine.row(b, to));
        if (side == 2 || side == 3) add(doubled(octant + cell_in_tile(0, from, b / 2)), fine.row(to, b));
        for (Index a = 0; side < 2 && a < kTileWidth; ++a)
            fine.row(a, b)[to] += octant[cell_in_tile(from, a / 2, b / 2)];
    }
}

}  // namespace lamella
