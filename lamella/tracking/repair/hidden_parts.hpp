// Parts of phi that are thinner than a cell, which no node of the repair grid sees: a fill from its nodes would tear
// holes into sheets and fill narrow gaps. Such a region is filled on half cells.
#pragma once

#include <lamella/tracking/repair/cell_region.hpp>
#include <lamella/tracking/repair/node_depths.hpp>

namespace lamella {

// Whether a node of the halved grid that lies between nodes of one sign, on an edge, a face or in a cell of the region,
// has the other one and is deep. `half`: of the halved grid.
bool hides_parts(const CellRegion& region, NodeDepths& half);

// The same region in cells of the halved grid.
CellRegion halved(const CellRegion& region);

}  // namespace lamella
