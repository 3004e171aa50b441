#include <lamella/grid/sparse_grid.hpp>

#include <numeric>
#include <utility>

namespace lamella {

SparseGrid::SparseGrid(const Vec3d& origin, double cell, float background, std::span<const Vec3i> blocks)
    : origin_(origin), cell_(cell), background_(background), blocks_(blocks) {
    stored_count_ = static_cast<std::uint32_t>(blocks_.count());
    places_.resize(stored_count_);
    std::iota(places_.begin(), places_.end(), 0u);
    values_.assign(places_.size() * kNodes, background);
}

void SparseGrid::add_constant_blocks(std::span<const Vec3i> blocks, float value) {
    values_.resize(stored_count_ * std::size_t{kNodes});
    values_.reserve(values_.size() + kNodes);
    values_.resize(values_.size() + kNodes, value);
    std::vector<Vec3i> all(blocks.begin(), blocks.end());
    for (Index b = 0; b < block_count(); ++b) all.push_back(block(b));
    const TileSet united(all);
    std::vector<std::uint32_t> places(static_cast<std::size_t>(united.count()), stored_count_);
    for (std::size_t old = 0, b = 0; old < places_.size(); ++b)
        if (united.keys()[b] == blocks_.keys()[old]) places[b] = places_[old++];
    blocks_ = united;
    places_ = std::move(places);
}

float SparseGrid::value(const Vec3i& node) const {
    const Vec3i block = tile_of_cell(node);
    const Index b = find(block);
    if (b < 0) return background_;
    const Vec3i in_block = node - kWidth * block;
    return values(b)[static_cast<std::size_t>(cell_in_tile(in_block.x(), in_block.y(), in_block.z()))];
}

std::size_t SparseGrid::memory_bytes() const {
    return blocks_.memory_bytes() + places_.capacity() * sizeof(places_[0]) + values_.capacity() * sizeof(values_[0]);
}

}  // namespace lamella
