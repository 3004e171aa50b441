#include <lamella/tracking/repair/hidden_parts.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kDeep = 0.3f;  // half cells; the chord of a bulge is less deep

// Calls f(node) for the 27 nodes of the halved grid in a cell.
template <class F>
void for_each_half_node(const Vec3i& cell, F&& f) {
    for_each_offset([&](Index x, Index y, Index z) { f(Vec3i(2 * cell + Vec3i(x + 1, y + 1, z + 1))); });
}

// Whether all of the whole nodes around have the other sign.
bool differs_from_all_around(const Vec3i& node, const NodeDepths& half) {
    const bool inside = half.inside(node);
    const Vec3i reach(node.x() & 1, node.y() & 1, node.z() & 1);
    for (Index x = -reach.x(); x <= reach.x(); x += 2)
        for (Index y = -reach.y(); y <= reach.y(); y += 2)
            for (Index z = -reach.z(); z <= reach.z(); z += 2)
                if (half.inside(node + Vec3i(x, y, z)) == inside) return false;
    return true;
}

}  // namespace

bool hides_parts(const CellRegion& region, NodeDepths& half) {
    std::vector<Vec3i> nodes;
    for (const CellKey key : region.ascending())
        for_each_half_node(tile_of_key(key), [&](const Vec3i& node) { nodes.push_back(node); });
    half.require(nodes);
    for (const Vec3i& node : nodes) {
        const bool whole = ((node.x() | node.y() | node.z()) & 1) == 0;
        if (!whole && std::abs(half.depth(node)) > kDeep && differs_from_all_around(node, half)) return true;
    }
    return false;
}

CellRegion halved(const CellRegion& region) {
    CellRegion half;
    for (const CellKey key : region.ascending())
        for_each_corner(2 * tile_of_key(key), [&](const Vec3i& cell) { half.add(cell); });
    return half;
}

}  // namespace lamella
