// The mesh gets the topology of phi where both differ (docs/tracking_repair.md): cells around the differences are cut
// out of the mesh and filled anew from the signs of phi. What is outside stays as it is, but for splits along the cut.
// Closed and manifold meshes stay so, whatever phi is; the result does not depend on the order of the failed places,
// nor on the number of threads.
//
// After Wojtan, Thuerey, Gross and Turk 2009 ("Deforming Meshes that Split and Merge"), whose cells are filled from the
// mesh's own signed distance and sewn to the mesh; here phi fills them, which removes a third surface between the two,
// and the cut is made of the mesh's own edges, which removes the sewing. Yu 2011, section 5.1.1, moves vertices through
// one another until the cells see it.
//
//     RepairReport report = repair_topology(mesh, phi, {.cell = edge}, failed);
//     remesh and project report.active
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/level_field.hpp>
#include <lamella/tracking/repair/repair_settings.hpp>

namespace lamella {

// `failed_places`: where a vertex found no surface along its way, old place and new, in any order. Slots of what is
// taken away stay until compact().
RepairReport repair_topology(ConnectedMesh& mesh, const LevelField& phi, const RepairSettings& settings,
                             std::span<const Vec3> failed_places);

// Without a field: inside is where the mesh winds around at least once, so bodies that overlap become one.
RepairReport repair_topology(ConnectedMesh& mesh, const RepairSettings& settings, std::span<const Vec3> failed_places);

}  // namespace lamella
