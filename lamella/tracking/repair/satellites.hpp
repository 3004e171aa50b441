// Closed parts of a mesh that are too small to be seen and that phi does not confirm: their volume is below a limit,
// and neither at their centre nor at a node of the grid that they enclose has phi their sign. (Nodes alone would take
// away what has just been born and was then remeshed beside its node.) Nor is a cavity confirmed in air, or a drop in
// liquid: phi has to have the other sign somewhere around them.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/level_field.hpp>
#include <lamella/tracking/repair/repair_grid.hpp>

namespace lamella {

// Takes them away; the limit is in cells^3. Gives their number. Without a field any enclosed node confirms a part.
Index remove_satellites(ConnectedMesh& mesh, const LevelField* phi, const RepairGrid& grid, double smallest_volume);

}  // namespace lamella
