#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/solid_mirror.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr int kReflections = 3;  // in a corner of three walls

}  // namespace

// The cells around a tile by their coordinates in it, from -8 to 15.
struct SolidMirror::Grid {
    const TileSet& tiles;
    const std::vector<TilesAround>& around;
    const SolidGrid& solids;
    Real depth;

    std::ptrdiff_t place(Index t, const Vec3i& cell) const {
        const Vec3i offset = tile_of_cell(cell).cwiseMax(-1).cwiseMin(1);
        const Vec3i in = (cell - kTileWidth * offset).cwiseMax(0).cwiseMin(kTileWidth - 1);
        const Index tile = around[static_cast<std::size_t>(t)]
                                 [static_cast<std::size_t>(around_index(offset.x(), offset.y(), offset.z()))];
        if (tile < 0) return kNowhere;
        return std::ptrdiff_t{tile} * kTileCells + cell_in_tile(in.x(), in.y(), in.z());
    }
    // The distance to the solids at a point in the tile's coordinates, in cells, and its derivatives.
    Real distance(Index t, const Vec3& at, Vec3& slope) const {
        const Vec3i base = at.array().floor().matrix().cast<Index>();
        Real sum = 0.0f;
        slope.setZero();
        for_each_corner(NodePlace{base, at - base.cast<Real>()}, [&](const Vec3i& node, const Vec3& o) {
            const std::ptrdiff_t from = place(t, node);
            const Real value = from == kNowhere ? static_cast<Real>(solids.cell()) * kTileWidth
                                                : solids.corner_distance().values()[static_cast<std::size_t>(from)];
            const Vec3 w = Vec3::Ones() - o.cwiseAbs();
            sum += w.prod() * value;
            for (int a = 0; a < 3; ++a)
                slope[a] += (o[a] > 0.0f ? -1.0f : 1.0f) * w[(a + 1) % 3] * w[(a + 2) % 3] * value;
        });
        slope /= static_cast<Real>(solids.cell());
        return sum / static_cast<Real>(solids.cell());
    }
};

SolidMirror::SolidMirror(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                         Real depth) {
    const auto open = solids.open_volume().values();
    if (std::ranges::none_of(open, [](float share) { return share < 0.5f; })) return;
    hidden_.resize(open.size());
    std::ranges::transform(open, hidden_.begin(), [](float share) { return share < 0.5f ? 1 : 0; });
    images_.resize(static_cast<std::size_t>(tiles.count()));
    const Grid grid{tiles, around, solids, depth};
    parallel_for(
        "mirror images", tiles.count(), [&](Index t) { look(grid, t, images_[static_cast<std::size_t>(t)]); },
        kTileChunk);
}

void SolidMirror::look(const Grid& grid, Index t, std::vector<Image>& images) const {
    for (Index c = 0; c < kTileCells; ++c) {
        Image image{static_cast<std::size_t>(t) * kTileCells + static_cast<std::size_t>(c), {}, {}};
        if (shows(image.cell)) continue;
        Vec3 at = coordinates_in_tile(c).cast<Real>() + Vec3::Constant(0.5f), slope;
        if (grid.distance(t, at, slope) < -grid.depth) continue;
        for (int k = 0; k < kReflections; ++k) {
            const Real d = grid.distance(t, at, slope);
            if (d >= 0.0f || !(slope.squaredNorm() > 0.0f)) break;
            at -= 2.0f * d * slope.normalized();
        }
        const Vec3 place = at - Vec3::Constant(0.5f);
        const Vec3i base = place.array().floor().matrix().cast<Index>();
        std::size_t node = 0;
        float sum = 0.0f;
        for_each_corner(NodePlace{base, place - base.cast<Real>()}, [&](const Vec3i& cell, const Vec3& o) {
            const std::ptrdiff_t from = image.around[node] = grid.place(t, cell);
            const bool seen = from == kNowhere || shows(static_cast<std::size_t>(from));
            sum += image.weights[node] = seen ? (Vec3::Ones() - o.cwiseAbs()).cwiseMax(0.0f).prod() : 0.0f;
            ++node;
        });
        if (!(sum > 0.0f)) continue;
        for (float& weight : image.weights) weight /= sum;
        images.push_back(image);
    }
}

void SolidMirror::reflect(float missing, TileField<float>& field) const {
    const auto values = field.values();
    parallel_for(
        "reflect", static_cast<Index>(images_.size()),
        [&](Index t) {
            for (const Image& image : images_[static_cast<std::size_t>(t)]) {
                float sum = 0.0f;
                for (std::size_t k = 0; k < 8; ++k)
                    if (image.weights[k] > 0.0f)
                        sum +=
                            image.weights[k] *
                            (image.around[k] == kNowhere ? missing : values[static_cast<std::size_t>(image.around[k])]);
                values[image.cell] = sum;
            }
        },
        kTileChunk);
}

}  // namespace lamella
