// The nodes of a sparse grid near a level set as one list, each with its six neighbours: for what is done to a level
// set again and again.
#pragma once

#include <lamella/grid/sparse_grid.hpp>

#include <array>
#include <span>
#include <vector>

namespace lamella {

class NarrowBand {
public:
    // Layer 0 are the ends of the edges that the level set crosses, layer n + 1 the neighbours of layer n that are in
    // none yet; only nodes that the grid stores count. Nodes stand by layer, then by block, then by place.
    NarrowBand(const SparseGrid& grid, float level, Index layers);

    struct Range {
        Index begin;
        Index end;
    };
    Index size() const { return static_cast<Index>(nodes_.size()); }
    Index layer_count() const { return static_cast<Index>(first_.size()) - 1; }
    Range layer(Index n) const {
        return {first_[static_cast<std::size_t>(n)], first_[static_cast<std::size_t>(n) + 1]};
    }

    const Vec3i& node(Index i) const { return nodes_[static_cast<std::size_t>(i)]; }
    bool inside(Index i) const { return inside_[static_cast<std::size_t>(i)] != 0; }  // its value is above the level

    // Towards -x, +x, -y, +y, -z, +z; the node itself where the band ends.
    const std::array<Index, 6>& around(Index i) const { return around_[static_cast<std::size_t>(i)]; }

    // Gives the nodes of the grid the values of the band, and all others `far` inside and -far outside.
    void write(std::span<const float> values, float far, float level, SparseGrid& grid) const;

private:
    std::vector<Vec3i> nodes_;
    std::vector<std::uint8_t> inside_;
    std::vector<std::array<Index, 6>> around_;
    std::vector<Index> first_;  // of each layer, and the end
};

}  // namespace lamella
