#include <lamella/core/parallel.hpp>
#include <lamella/tracking/repair/node_depths.hpp>

#include <algorithm>
#include <bit>

namespace lamella {
namespace {

// A row of a tile and what of its x neighbours touches it, spread by one node to both sides.
std::uint8_t spread_row(const MeshRaster& raster, const TilesAround& around, Index x_tile, Index y, Index z) {
    const auto outside = [](Index k) { return k < 0 ? Index{-1} : k >= kTileWidth ? Index{1} : Index{0}; };
    const Index row = (y & 7) + 8 * (z & 7);
    const auto bits = [&](Index x) -> unsigned {
        const Index t = around[around_index(x, outside(y), outside(z))];
        return t < 0 ? 0u : raster.crossed_row(t, row);
    };
    const unsigned own = bits(x_tile);
    return static_cast<std::uint8_t>(own | own << 1 | own >> 1 | bits(x_tile - 1) >> 7 | (bits(x_tile + 1) & 1u) << 7);
}

// A thread takes a few tiles at once.
template <class F>
void over_tiles(const char* label, Index n, F&& f) {
    parallel_for(label, n, f, kTileChunk);
}

}  // namespace

void NodeDepths::choose_band(int reach) {
    const TileSet& tiles = raster_.tiles();
    rows_.resize(static_cast<std::size_t>(tiles.count()));
    const std::vector<TilesAround> around = reach > 0 ? tiles.surroundings() : std::vector<TilesAround>();
    over_tiles("band of nodes", tiles.count(), [&](Index t) {
        Rows& rows = rows_[t];
        std::uint16_t count = 0;
        for (Index row = 0; row < 64; ++row) {
            std::uint8_t bits = raster_.crossed_row(t, row);
            for (Index y = -1; reach > 0 && y <= 1; ++y)
                for (Index z = -1; z <= 1; ++z)
                    bits |= spread_row(raster_, around[t], 0, (row & 7) + y, (row >> 3) + z);
            rows.nodes[row] = bits;
            rows.before[row] = count;
            count = static_cast<std::uint16_t>(count + std::popcount(bits));
        }
    });
}

void NodeDepths::evaluate_band(int reach) {
    choose_band(reach);
    Index count = 0;
    for (Rows& rows : rows_) {
        rows.first = count;
        count += rows.before[63] + std::popcount(rows.nodes[63]);
    }
    band_.assign(static_cast<std::size_t>(count), 0.0f);
    if (!phi_) return;
    const TileSet& tiles = raster_.tiles();
    std::vector<Vec3> points(static_cast<std::size_t>(count));
    over_tiles("band points", tiles.count(), [&](Index t) {
        Index at = rows_[t].first;
        for (Index node = 0; node < kTileCells; ++node)
            if (rows_[t].nodes[node >> 3] >> (node & 7) & 1)
                points[at++] = grid_.position(Vec3i(tiles.first_cell(t) + coordinates_in_tile(node)));
    });
    band_ = depths_at(points);
}

std::vector<Real> NodeDepths::depths_at(std::span<const Vec3> points) const {
    std::vector<LevelSample> samples(points.size());
    phi_->evaluate(points, samples);
    std::vector<Real> depths(points.size());
    const auto cell = static_cast<Real>(grid_.cell());
    parallel_for("depths of nodes", static_cast<Index>(points.size()), [&](Index i) {
        const Real steepest = samples[i].gradient.norm() * cell;
        const Real value = samples[i].value;
        // Where phi is flat it is far from zero.
        depths[i] = steepest > 1e-30f ? value / steepest : value > 0.0f ? 1e30f : -1e30f;
    });
    return depths;
}

const Real* NodeDepths::in_band(const Vec3i& node) const {
    const Index t = rows_.empty() ? -1 : raster_.tiles().find(tile_of_cell(node));
    if (t < 0) return nullptr;
    const Index row = (node.y() & 7) + 8 * (node.z() & 7), x = node.x() & 7;
    const unsigned bits = rows_[t].nodes[row];
    if ((bits >> x & 1u) == 0) return nullptr;
    return &band_[rows_[t].first + rows_[t].before[row] + std::popcount(bits & ((1u << x) - 1u))];
}

Real NodeDepths::depth(const Vec3i& node) const {
    const Real* known = in_band(node);
    return known ? *known : others_.at(tile_key(node));
}

void NodeDepths::require(std::span<const Vec3i> nodes) {
    if (!phi_) return;
    std::vector<CellKey> missing;
    for (const Vec3i& node : nodes)
        if (!knows(node)) missing.push_back(tile_key(node));
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    std::vector<Vec3> points;
    for (const CellKey key : missing) points.push_back(grid_.position(tile_of_key(key)));
    const std::vector<Real> depths = depths_at(points);
    for (std::size_t i = 0; i < missing.size(); ++i) others_.emplace(missing[i], depths[i]);
}

bool NodeDepths::agrees(const Vec3i& node, Real tolerance) const {
    const Index w = raster_.winding(node);
    if (w != 0 && w != 1) return false;
    if (!phi_) return true;
    const Real d = depth(node);
    return (d > 0.0f) == (w == 1) || std::abs(d) < tolerance;
}

}  // namespace lamella
