#include <lamella/tracking/repair/region_closure.hpp>

namespace lamella {
namespace {

std::vector<Vec3i> corners_of(const std::vector<Vec3i>& cells) {
    std::vector<Vec3i> nodes;
    for (const Vec3i& cell : cells) for_each_corner(cell, [&](const Vec3i& node) { nodes.push_back(node); });
    return nodes;
}

bool is_simple(const GridEdge& edge, const MeshRaster& raster) {
    const Vec3i end = edge.node + Vec3i(Vec3i::Unit(edge.axis));
    const bool differs = raster.winding(edge.node) != raster.winding(end);
    return raster.crossings(edge) == (differs ? 1 : 0);
}

}  // namespace

void close_region(CellRegion& region, std::vector<Vec3i> fresh, const MeshRaster& raster, NodeDepths& depths,
                  Real tolerance) {
    while (!fresh.empty()) {
        std::vector<Vec3i> added;
        const auto add = [&](const Vec3i& cell) {
            if (region.add(cell)) added.push_back(cell);
        };
        const std::vector<Vec3i> nodes = corners_of(fresh);
        depths.require(nodes);
        for (const Vec3i& node : nodes)
            if (!depths.agrees(node, tolerance)) for_each_cell_at_node(node, add);
        for (const Vec3i& cell : fresh)
            for_each_edge_of_cell(cell, [&](const GridEdge& edge) {
                if (region.at_border(edge) && !is_simple(edge, raster)) for_each_cell_at_edge(edge, add);
            });
        fresh = std::move(added);
    }
}

}  // namespace lamella
