// New triangles for the cells of a region. The surface meets each face of a cell in directed segments: on the border
// the rim of the old mesh, between two cells of the region those of marching squares. In each cell they form loops; a
// loop of three vertices becomes a triangle, others a fan around their mean. (A diagonal in place of the fan's centre
// could be a segment of a neighbour's face.)
//
// It is closed and manifold: each segment is used once from either side, a vertex on a grid edge has one segment on
// each of its four faces, so its link is one cycle, and the edges of fans are private.
#pragma once

#include <lamella/geometry/connected/face_replacement.hpp>
#include <lamella/tracking/repair/edge_roots.hpp>
#include <lamella/tracking/repair/region_clip.hpp>

namespace lamella {

struct RegionPatch {
    Index first_vertex = 0;  // the fill's vertices are this one and all after it
    std::vector<Vec3i> faces;
    std::vector<Vec3d> places;  // of its vertices
};

// Signs of nodes: the mesh's at the border of the region, phi's inside. Adds vertices without faces to the mesh: those
// on grid edges in the order of the edges, then the centres in that of the cells. False where segments do not form
// loops.
bool fill_region(ConnectedMesh& mesh, const CellRegion& region, std::span<const RimEdge> rim, const RegionClip& clip,
                 const MeshRaster& raster, NodeDepths& depths, const EdgeRoots& roots, const RepairGrid& grid,
                 RegionPatch& patch);

// Cells outside the region at whose face a rim closes without meeting a grid edge.
std::vector<Vec3i> cells_behind_closed_rims(std::span<const RimEdge> rim, const RegionClip& clip);

}  // namespace lamella
