// Crumbs are gathered: a cell that is filled less than a share hands all it has to its fullest neighbour, if that is
// fuller, has room and does not hand over itself. Without it, the parts that each cell sends forward would thin the
// water until half the mesh is damp. Neither volume nor momentum is lost. Not in the paper.
#pragma once

#include <lamella/skinned/active_cells.hpp>

namespace lamella {

void condense(const MeshStep& step, const ActiveCells& active, WaterCells& water, double share);

inline constexpr std::int64_t kEndless = std::int64_t{1} << 60;

// What a cell holds when it is full, at the end of the step; kEndless in a sea.
std::int64_t capacity_of(const MeshStep& step, Index cell);

}  // namespace lamella
