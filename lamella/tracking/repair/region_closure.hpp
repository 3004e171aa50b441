// The smallest region that has the given cells and a border on which mesh and phi agree in all that matters:
//   - a node at the border has w 0 or 1, and phi does not contradict it deeply, else its 8 cells are added;
//   - a grid edge at the border is crossed once if w differs at its ends, else not at all, else its 4 cells are added.
// Both conditions are properties of the node or edge alone, so the result is a closure and does not depend on the order
// in which cells are added. At the border the mesh's signs hold, so that chord errors never make the region grow.
#pragma once

#include <lamella/tracking/repair/cell_region.hpp>
#include <lamella/tracking/repair/node_depths.hpp>

namespace lamella {

// Only what touches the cells `fresh` is looked at first: those of the region that were added since the last call.
void close_region(CellRegion& region, std::vector<Vec3i> fresh, const MeshRaster& raster, NodeDepths& depths,
                  Real tolerance);

}  // namespace lamella
