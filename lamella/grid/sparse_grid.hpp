// Node values in blocks of 8^3 that exist only where there is something to store: memory follows the
// matter, not its bounding box.
#pragma once

#include <lamella/grid/tile_set.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella {

// Node (i, j, k) lies at origin + cell * (i, j, k). Block (a, b, c) holds the nodes 8 (a, b, c) + [0, 8)^3,
// i fastest: the tiles of tile_set.hpp. A node without a block has the background value.
class SparseGrid {
public:
    static constexpr Index kWidth = kTileWidth;
    static constexpr Index kNodes = kTileCells;

    SparseGrid() = default;
    // The blocks may come in any order and more than once; their nodes start at the background value.
    SparseGrid(const Vec3d& origin, double cell, float background, std::span<const Vec3i> blocks);

    // Adds blocks all of whose nodes have the same value, the same for all of them, without storing nodes.
    // Those that the grid has already stay as they are.
    void add_constant_blocks(std::span<const Vec3i> blocks, float value);

    const Vec3d& origin() const { return origin_; }
    double cell() const { return cell_; }
    float background() const { return background_; }
    Vec3d node_position(const Vec3i& node) const { return origin_ + cell_ * node.cast<double>(); }

    Index block_count() const { return blocks_.count(); }
    Vec3i block(Index b) const { return blocks_.tile(b); }
    bool stored(Index b) const { return places_[static_cast<std::size_t>(b)] < stored_count_; }  // else constant
    std::span<const float> values(Index b) const { return {values_.data() + place(b), kNodes}; }
    std::span<float> values(Index b) { return {values_.data() + place(b), kNodes}; }  // of a stored block

    // Every value v, the background's too, becomes f(v).
    template <class F>
    void map_values(F&& f) {
        background_ = f(background_);
        for (float& value : values_) value = f(value);
    }
    void move_by(const Vec3d& offset) { origin_ += offset; }

    Index find(const Vec3i& block) const { return blocks_.find(block); }  // the number of that block, or -1
    float value(const Vec3i& node) const;
    std::size_t memory_bytes() const;

private:
    std::size_t place(Index b) const { return places_[static_cast<std::size_t>(b)] * std::size_t{kNodes}; }

    Vec3d origin_ = Vec3d::Zero();
    double cell_ = 1.0;
    float background_ = 0.0f;
    TileSet blocks_;
    std::vector<std::uint32_t> places_;  // of each block's nodes, in blocks; all constant blocks share the last one
    std::uint32_t stored_count_ = 0;
    std::vector<float> values_;
};

}  // namespace lamella
