// The mesh cut along the border of a region, by ordinary edge splits: afterwards no triangle lies on both sides, and
// every crossing of the mesh with a grid edge of the border is a vertex.
//
// A triangle whose box meets cells of the region and others is split where it crosses the first plane of the grid, on
// the edge with the lowest pair of vertices; the new vertex gets the plane's whole number as its coordinate, and
// coordinates that are equal at both ends are copied, so an edge that lies in a plane stays in it. Edges in a plane are
// also split where they cross another plane. Data are blended as in any split. Nothing is taken away.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/repair/cell_region.hpp>
#include <lamella/tracking/repair/mesh_raster.hpp>
#include <lamella/tracking/repair/repair_settings.hpp>

namespace lamella {

// A directed edge of a triangle inside the region whose other side lies outside; it lies in one face of the grid.
struct RimEdge {
    CellKey cell;  // of the region
    int face;      // of that cell: 2 axis + (0 below, 1 above)
    Index from, to;
};

class RegionClip {
public:
    // The mesh is as it was rastered.
    RegionClip(ConnectedMesh& mesh, const MeshRaster& raster, const RepairGrid& grid,
               std::vector<RepairOrigin>& origins);

    // May be called again with a larger region.
    void cut(const CellRegion& region);

    // Faces inside the region, ascending, and the rim between them and the others. False where a rim edge lies in no
    // single face between a cell of the region and another, which exact places exclude but for rounding.
    bool find_rim(const CellRegion& region, std::vector<Index>& inside, std::vector<RimEdge>& rim) const;

    Vec3d place(Index v) const {
        return v < old_vertices_ ? grid_.place(mesh_.positions[v]) : places_[v - old_vertices_];
    }
    Index old_vertices() const { return old_vertices_; }

private:
    enum class Side { inside, outside, both };

    std::vector<Index> candidates(const CellRegion& region) const;
    Side side_of(Index f, const CellRegion& region) const;
    bool split_at_plane(Index f);
    bool split_edge_in_plane(Index f);
    void split(Index h, int axis, double plane);
    bool lies_in_face(Index h, const CellRegion& region, RimEdge& rim) const;

    ConnectedMesh& mesh_;
    const MeshRaster& raster_;
    const RepairGrid& grid_;
    std::vector<RepairOrigin>& origins_;
    Index old_vertices_;
    Index old_faces_;
    std::vector<Vec3d> places_;  // of the vertices that splits have made
    std::vector<Index> queue_;
};

}  // namespace lamella
