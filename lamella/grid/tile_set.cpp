#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/grid/tile_set.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr int kAxisBits = 21;
constexpr std::uint64_t kAxisMask = (std::uint64_t{1} << kAxisBits) - 1;

bool within_reach(const Vec3i& tile) {
    return (tile.array() >= -kTileReach).all() && (tile.array() < kTileReach).all();
}

}  // namespace

std::uint64_t tile_key(const Vec3i& tile) {
    const auto axis = [&](int a) { return static_cast<std::uint64_t>(tile[a] + kTileReach); };
    return axis(0) << (2 * kAxisBits) | axis(1) << kAxisBits | axis(2);
}

Vec3i tile_of_key(std::uint64_t key) {
    const auto axis = [&](int shift) { return static_cast<Index>((key >> shift) & kAxisMask) - kTileReach; };
    return {axis(2 * kAxisBits), axis(kAxisBits), axis(0)};
}

TileSet::TileSet(std::span<const Vec3i> tiles, const Vec3i& period) : period_(period) {
    keys_.reserve(tiles.size());
    for (const Vec3i& tile : tiles) {
        if (!within_reach(tile)) throw RunError("a grid reaches farther than 2^20 tiles from its origin");
        keys_.push_back(tile_key(wrapped(tile)));
    }
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
}

TileSet TileSet::of_keys(std::vector<std::uint64_t> ascending_keys) {
    TileSet tiles;
    tiles.keys_ = std::move(ascending_keys);
    return tiles;
}

Vec3i TileSet::wrapped(const Vec3i& tile) const {
    Vec3i inside = tile;
    for (int a = 0; a < 3; ++a)
        if (const Index count = period_[a]; count > 0) inside[a] = ((tile[a] % count) + count) % count;
    return inside;
}

Index TileSet::find(const Vec3i& image) const {
    if (!within_reach(image)) return -1;
    const Vec3i tile = wrapped(image);
    const auto at = std::lower_bound(keys_.begin(), keys_.end(), tile_key(tile));
    return at != keys_.end() && *at == tile_key(tile) ? static_cast<Index>(at - keys_.begin()) : -1;
}

std::vector<TilesAround> TileSet::surroundings() const {
    std::vector<TilesAround> result(keys_.size());
    parallel_for("tile surroundings", count(), [&](Index t) {
        const Vec3i centre = tile(t);
        for_each_offset(
            [&](Index x, Index y, Index z) { result[t][around_index(x, y, z)] = find(centre + Vec3i(x, y, z)); });
    });
    return result;
}

TileSet TileSet::with_period(const Vec3i& period) const {
    TileSet tiles = *this;
    tiles.period_ = period;
    return tiles;
}

TileSet TileSet::dilated() const {
    std::vector<Vec3i> tiles;
    tiles.reserve(27 * keys_.size());
    for (Index t = 0; t < count(); ++t)
        for_each_offset([&](Index x, Index y, Index z) { tiles.push_back(tile(t) + Vec3i(x, y, z)); });
    return TileSet(tiles, period_);
}

}  // namespace lamella
