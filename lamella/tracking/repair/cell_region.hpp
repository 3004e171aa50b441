// The cells that a repair fills anew.
#pragma once

#include <lamella/tracking/repair/repair_grid.hpp>

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace lamella {

class CellRegion {
public:
    bool has(const Vec3i& cell) const { return cells_.contains(tile_key(cell)); }
    bool add(const Vec3i& cell) { return cells_.insert(tile_key(cell)).second; }  // whether it is new
    bool empty() const { return cells_.empty(); }
    Index size() const { return static_cast<Index>(cells_.size()); }

    std::vector<CellKey> ascending() const {
        std::vector<CellKey> keys(cells_.begin(), cells_.end());
        std::sort(keys.begin(), keys.end());
        return keys;
    }

    // Whether other cells touch it.
    bool at_border(const Vec3i& node) const {
        bool border = false;
        for_each_cell_at_node(node, [&](const Vec3i& cell) { border = border || !has(cell); });
        return border;
    }
    bool at_border(const GridEdge& edge) const {
        bool border = false;
        for_each_cell_at_edge(edge, [&](const Vec3i& cell) { border = border || !has(cell); });
        return border;
    }

private:
    std::unordered_set<CellKey> cells_;
};

}  // namespace lamella
