#include <lamella/core/parallel.hpp>
#include <lamella/grid/narrow_band.hpp>

#include <utility>

namespace lamella {
namespace {

constexpr Index kWidth = SparseGrid::kWidth;
constexpr Index kNodes = SparseGrid::kNodes;
constexpr std::uint8_t kNoLayer = 255;

// The stored nodes of a grid by number: block times 512 and the place in the block.
class NodeNumbers {
public:
    explicit NodeNumbers(const SparseGrid& grid) : grid_(grid), beside_(static_cast<std::size_t>(grid.block_count())) {
        parallel_for("blocks beside", grid.block_count(), [&](Index b) {
            for (int side = 0; side < 6; ++side) {
                const Index other = grid.find(grid.block(b) + step(side));
                beside_[static_cast<std::size_t>(b)][side] = other >= 0 && grid.stored(other) ? other : -1;
            }
        });
    }

    Index count() const { return kNodes * grid_.block_count(); }
    float value(Index n) const { return grid_.values(n / kNodes)[static_cast<std::size_t>(n % kNodes)]; }
    Vec3i node(Index n) const { return kWidth * grid_.block(n / kNodes) + coordinates_in_tile(n % kNodes); }

    // The number of the neighbour on that side, or -1.
    Index neighbour(Index n, int side) const {
        const Vec3i at = coordinates_in_tile(n % kNodes) + step(side);
        const Index block = n / kNodes;
        if (at.minCoeff() >= 0 && at.maxCoeff() < kWidth) return kNodes * block + cell_in_tile(at.x(), at.y(), at.z());
        const Index other = beside_[static_cast<std::size_t>(block)][side];
        return other < 0 ? -1 : kNodes * other + cell_in_tile(at.x() & 7, at.y() & 7, at.z() & 7);
    }

    // Calls f(number) for every stored node, in parallel by blocks.
    template <class F>
    void for_each(const char* label, F&& f) const {
        parallel_for(
            label, grid_.block_count(),
            [&](Index b) {
                if (!grid_.stored(b)) return;
                for (Index n = kNodes * b; n < kNodes * (b + 1); ++n) f(n);
            },
            kTileChunk);
    }

private:
    static Vec3i step(int side) { return (side & 1 ? 1 : -1) * Vec3i::Unit(side / 2); }

    const SparseGrid& grid_;
    std::vector<std::array<Index, 6>> beside_;
};

// The layer of every node.
std::vector<std::uint8_t> find_layers(const NodeNumbers& numbers, float level, Index layers) {
    std::vector<std::uint8_t> found(static_cast<std::size_t>(numbers.count()), kNoLayer);
    numbers.for_each("layer 0 of the band", [&](Index n) {
        const bool inside = numbers.value(n) >= level;
        for (int side = 0; side < 6; ++side)
            if (const Index j = numbers.neighbour(n, side); j >= 0 && (numbers.value(j) >= level) != inside)
                found[n] = 0;
    });
    std::vector<std::uint8_t> next = found;
    for (Index layer = 1; layer < layers; ++layer) {
        numbers.for_each("layers of the band", [&](Index n) {
            if (found[n] != kNoLayer) return;
            for (int side = 0; side < 6; ++side)
                if (const Index j = numbers.neighbour(n, side); j >= 0 && found[j] == layer - 1)
                    next[n] = static_cast<std::uint8_t>(layer);
        });
        found = next;
    }
    return found;
}

}  // namespace

NarrowBand::NarrowBand(const SparseGrid& grid, float level, Index layers) {
    const NodeNumbers numbers(grid);
    const std::vector<std::uint8_t> layer_of = find_layers(numbers, level, layers);
    std::vector<Index> listed;  // the number of each node of the band
    std::vector<Index> place(layer_of.size(), -1);
    for (Index layer = 0; layer < layers; ++layer) {
        first_.push_back(static_cast<Index>(listed.size()));
        for (Index n = 0; n < numbers.count(); ++n) {
            if (layer_of[n] != layer) continue;
            place[n] = static_cast<Index>(listed.size());
            listed.push_back(n);
        }
    }
    first_.push_back(static_cast<Index>(listed.size()));
    nodes_.resize(listed.size());
    inside_.resize(listed.size());
    around_.resize(listed.size());
    parallel_for("nodes of the band", size(), [&](Index i) {
        const Index n = listed[i];
        nodes_[i] = numbers.node(n);
        inside_[i] = numbers.value(n) >= level ? 1 : 0;
        for (int side = 0; side < 6; ++side) {
            const Index j = numbers.neighbour(n, side);
            around_[i][side] = j >= 0 && place[j] >= 0 ? place[j] : i;
        }
    });
}

void NarrowBand::write(std::span<const float> values, float far, float level, SparseGrid& grid) const {
    grid.map_values([&](float phi) { return phi >= level ? far : -far; });
    parallel_for("write the band", size(), [&](Index i) {
        const Vec3i block = tile_of_cell(nodes_[i]);
        const Vec3i at = nodes_[i] - kWidth * block;
        grid.values(grid.find(block))[static_cast<std::size_t>(cell_in_tile(at.x(), at.y(), at.z()))] = values[i];
    });
}

}  // namespace lamella
