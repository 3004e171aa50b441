// The second half of a tracking step: vertices that were moved and remeshed are projected on the field, the topology is
// repaired where some found no surface, and the new patch is remeshed and projected in four rounds.
#pragma once

#include <lamella/tracking/projection.hpp>
#include <lamella/tracking/remesh/remesh_settings.hpp>
#include <lamella/tracking/repair/repair_settings.hpp>

namespace lamella {

struct SettledTopology {
    ProjectionReport projected;
    RepairReport repaired;
    RemeshReport remeshed;  // the patch
    Index evaluations = 0;  // of phi by projections, the patch's too
    Index left = 0;         // vertices of the patch that still found no surface
};

// The repair's cell is the target edge of the remeshing.
SettledTopology project_and_repair(ConnectedMesh& mesh, const LevelField& phi, const ProjectionSettings& projection,
                                   const RemeshSettings& remesh, RepairSettings repair);

}  // namespace lamella
