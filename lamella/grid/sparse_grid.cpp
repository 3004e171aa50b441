#include <lamella/core/error.hpp>
#include <lamella/grid/sparse_grid.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace lamella {
namespace {

constexpr int kAxisBits = 21;
constexpr std::uint64_t kAxisMask = (std::uint64_t{1} << kAxisBits) - 1;

bool within_reach(const Vec3i& block) {
    return (block.array() >= -SparseGrid::kReach).all() && (block.array() < SparseGrid::kReach).all();
}

std::vector<std::uint64_t> sorted_keys(std::span<const Vec3i> blocks) {
    std::vector<std::uint64_t> keys;
    keys.reserve(blocks.size());
    for (const Vec3i& block : blocks) {
        if (!within_reach(block)) throw RunError("a grid reaches farther than 2^20 blocks from its origin");
        keys.push_back(SparseGrid::block_key(block));
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

}  // namespace

std::uint64_t SparseGrid::block_key(const Vec3i& block) {
    const auto axis = [&](int a) { return static_cast<std::uint64_t>(block[a] + kReach); };
    return axis(0) << (2 * kAxisBits) | axis(1) << kAxisBits | axis(2);
}

Vec3i SparseGrid::block_of_key(std::uint64_t key) {
    const auto axis = [&](int shift) { return static_cast<Index>((key >> shift) & kAxisMask) - kReach; };
    return {axis(2 * kAxisBits), axis(kAxisBits), axis(0)};
}

SparseGrid::SparseGrid(const Vec3d& origin, double cell, float background, std::span<const Vec3i> blocks)
    : origin_(origin), cell_(cell), background_(background) {
    keys_ = sorted_keys(blocks);
    places_.resize(keys_.size());
    std::iota(places_.begin(), places_.end(), 0u);
    stored_count_ = static_cast<std::uint32_t>(keys_.size());
    values_.assign(keys_.size() * kNodes, background);
}

void SparseGrid::add_constant_blocks(std::span<const Vec3i> blocks, float value) {
    values_.resize(stored_count_ * std::size_t{kNodes});
    values_.reserve(values_.size() + kNodes);
    values_.resize(values_.size() + kNodes, value);
    std::vector<std::uint64_t> keys;
    std::ranges::set_union(keys_, sorted_keys(blocks), std::back_inserter(keys));
    std::vector<std::uint32_t> places(keys.size(), stored_count_);
    for (std::size_t old = 0, b = 0; old < keys_.size(); ++b)
        if (keys[b] == keys_[old]) places[b] = places_[old++];
    keys_ = std::move(keys);
    places_ = std::move(places);
}

Index SparseGrid::find(const Vec3i& block) const {
    if (!within_reach(block)) return -1;
    const auto at = std::lower_bound(keys_.begin(), keys_.end(), block_key(block));
    return at != keys_.end() && *at == block_key(block) ? static_cast<Index>(at - keys_.begin()) : -1;
}

float SparseGrid::value(const Vec3i& node) const {
    const Vec3i block = node.unaryExpr([](Index i) { return i >> 3; });
    const Index b = find(block);
    if (b < 0) return background_;
    const Vec3i in_block = node - kWidth * block;
    return values(b)[static_cast<std::size_t>(node_index(in_block.x(), in_block.y(), in_block.z()))];
}

std::size_t SparseGrid::memory_bytes() const {
    return keys_.capacity() * (sizeof(keys_[0]) + sizeof(places_[0])) + values_.capacity() * sizeof(values_[0]);
}

}  // namespace lamella
