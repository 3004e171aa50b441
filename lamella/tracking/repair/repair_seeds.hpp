// Cells in which the mesh and phi disagree.
//   - 3^3 cells around places where a projection failed, and around vertices whose normal looks along grad phi;
//   - 3^3 cells around the middles of edges that lie deep in phi and whose ends have opposite gradients: threads that
//     still bridge a gap, too thin to hold a node, whose vertices find the surface on either side;
//   - the 8 cells of a node where w is neither 0 nor 1;
//   - the 8 cells of a node on whose sign phi and w differ, if it is deep or the mesh crosses none of its 6 grid edges.
// The last condition sees births and cavities as soon as a node does.
#pragma once

#include <lamella/tracking/repair/cell_region.hpp>
#include <lamella/tracking/repair/node_depths.hpp>
#include <lamella/tracking/repair/repair_settings.hpp>

namespace lamella {

CellRegion find_seeds(const ConnectedMesh& mesh, const LevelField* phi, const MeshRaster& raster,
                      const RepairGrid& grid, NodeDepths& depths, const RepairSettings& settings,
                      std::span<const Vec3> failed_places);

}  // namespace lamella
