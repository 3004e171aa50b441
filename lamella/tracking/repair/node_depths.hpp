// phi at the nodes of the repair grid as a signed depth in cells, phi / |grad phi| / cell: positive inside. Nodes near
// the mesh are evaluated all at once, others when they are asked for. Without a field the mesh itself says what is
// inside (w >= 1), and no node is deep on the wrong side.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/tracking/level_field.hpp>
#include <lamella/tracking/repair/mesh_raster.hpp>

#include <unordered_map>

namespace lamella {

class NodeDepths {
public:
    NodeDepths(const LevelField* phi, const MeshRaster& raster, const RepairGrid& grid)
        : phi_(phi), raster_(raster), grid_(grid) {}

    // Evaluates the ends of all crossed grid edges and the nodes up to `reach` (0 or 1) steps around them.
    void evaluate_band(int reach);

    bool knows(const Vec3i& node) const { return in_band(node) != nullptr || others_.contains(tile_key(node)); }

    // Evaluates those nodes that are not known yet.
    void require(std::span<const Vec3i> nodes);

    // Of known nodes, with a field.
    Real depth(const Vec3i& node) const;

    // Of known nodes. A value of zero counts as outside.
    bool inside(const Vec3i& node) const { return phi_ ? depth(node) > 0.0f : raster_.winding(node) >= 1; }
    // w is 0 or 1 and phi does not contradict it from a depth of `tolerance` on.
    bool agrees(const Vec3i& node, Real tolerance) const;

    bool has_field() const { return phi_ != nullptr; }

    // Calls f(node, w, signed depth) for the nodes of the band in the order of the tiles, chunk by chunk of tiles and
    // on any thread; f gets the number of the chunk first.
    Index chunks() const { return static_cast<Index>((raster_.tiles().count() + kTileChunk - 1) / kTileChunk); }
    template <class F>
    void for_each_in_band(F&& f) const;

private:
    struct Rows {
        std::array<std::uint8_t, 64> nodes{};    // bits of the nodes in the band
        std::array<std::uint16_t, 64> before{};  // how many the rows before have
        Index first = 0;                         // number of the tile's first node
    };
    void choose_band(int reach);
    const Real* in_band(const Vec3i& node) const;
    std::vector<Real> depths_at(std::span<const Vec3> points) const;

    const LevelField* phi_;
    const MeshRaster& raster_;
    const RepairGrid& grid_;
    std::vector<Rows> rows_;
    std::vector<Real> band_;
    std::unordered_map<CellKey, Real> others_;
};

template <class F>
void NodeDepths::for_each_in_band(F&& f) const {
    const TileSet& tiles = raster_.tiles();
    parallel_chunks("sign sweep", tiles.count(), kTileChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (auto t = static_cast<Index>(begin); t < static_cast<Index>(end); ++t) {
                            Index at = rows_[t].first;
                            for (Index node = 0; node < kTileCells; ++node)
                                if (rows_[t].nodes[node >> 3] >> (node & 7) & 1)
                                    f(static_cast<Index>(chunk), Vec3i(tiles.first_cell(t) + coordinates_in_tile(node)),
                                      raster_.winding_in_tile(t, node), band_[at++]);
                        }
                    });
}

}  // namespace lamella
