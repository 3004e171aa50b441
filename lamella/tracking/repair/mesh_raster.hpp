// A closed mesh on the lines of the repair grid: how often it crosses each grid edge, and its winding number w at the
// nodes, 1 inside and 0 outside where it does not overlap itself. Only tiles near the mesh are stored, about 100 bytes
// a vertex where edges are as long as cells.
//
// A triangle meets a line if the line's point lies on the same side of its three edges in the projection along the
// line. The side is always computed from the lower to the higher vertex, and zero counts as positive, so neighbours
// agree exactly. w of a node is the sum of the signs of the crossings beyond it on its z line: the crossings of an
// oriented closed surface count +1 where the line leaves it.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/repair/repair_grid.hpp>

#include <span>

namespace lamella {

struct RasterTriangle {
    std::array<Index, 3> vertices;
    std::array<Vec3d, 3> places;
    Vec3d low, high;
};

RasterTriangle raster_triangle(const Vec3i& corners, const std::array<Vec3d, 3>& places);

// Where the line through `node` along `axis` meets the triangle; sign 0: nowhere.
struct LineCrossing {
    double at = 0.0;
    int sign = 0;
};
LineCrossing cross_line(const RasterTriangle& triangle, int axis, const Vec3i& node);

class MeshRaster {
public:
    // Gone faces are left out. RunError where the mesh is not closed or reaches too far for keys of cells.
    MeshRaster(const ConnectedMesh& mesh, const RepairGrid& grid);

    Index winding(const Vec3i& node) const;       // anywhere
    Index crossings(const GridEdge& edge) const;  // at most 255
    bool touches_mesh(const Vec3i& node) const;   // whether one of the 6 grid edges at the node is crossed
    // Where, in ascending order; the corners are those of the faces as they were.
    std::vector<LineCrossing> crossings_of(const GridEdge& edge, std::span<const Vec3i> corners) const;

    // Tiles have all nodes that are up to two cells away from a triangle.
    const TileSet& tiles() const { return tiles_; }
    std::span<const Index> triangles(Index tile) const {  // whose box meets the tile's cells, ascending
        return {triangles_.data() + begin_[tile], static_cast<std::size_t>(begin_[tile + 1] - begin_[tile])};
    }
    // Bits of the 8 nodes of the row (y, z) of a tile: whether one of their 6 edges is crossed.
    std::uint8_t crossed_row(Index tile, Index row) const {
        return crossed_[64 * static_cast<std::size_t>(tile) + row];
    }
    Index winding_in_tile(Index tile, Index node) const { return cells_[tile].winding[node]; }

private:
    struct Tile {
        std::array<std::array<std::uint8_t, kTileCells>, 3> crossings{};  // of the edges that begin at the nodes
        std::array<std::int8_t, kTileCells> winding{};                    // of the z edges' signs first
    };

    RasterTriangle triangle(const Vec3i& corners) const {
        return raster_triangle(corners, {places_[corners[0]], places_[corners[1]], places_[corners[2]]});
    }
    void choose_tiles(const ConnectedMesh& mesh);
    void sort_triangles(const ConnectedMesh& mesh);
    void cross_lines(const ConnectedMesh& mesh);
    void enter(Tile& tile, const Vec3i& first, const RasterTriangle& t) const;
    void sum_windings();
    void mark_crossed();

    std::vector<Vec3d> places_;  // of the vertices
    TileSet tiles_;
    std::vector<Tile> cells_;
    std::vector<Index> begin_;
    std::vector<Index> triangles_;
    std::vector<std::uint8_t> crossed_;
};

}  // namespace lamella
