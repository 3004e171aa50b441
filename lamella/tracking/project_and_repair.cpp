#include <lamella/core/profile.hpp>
#include <lamella/tracking/project_and_repair.hpp>
#include <lamella/tracking/remesh/remesh.hpp>
#include <lamella/tracking/repair/satellites.hpp>
#include <lamella/tracking/repair/topology_repair.hpp>

namespace lamella {
namespace {

constexpr int kRounds = 4;
constexpr Real kPatchCap = 0.15f;  // of an edge that smoothing moves a vertex in a round

}  // namespace

SettledTopology project_and_repair(ConnectedMesh& mesh, const LevelField& phi, const ProjectionSettings& projection,
                                   const RemeshSettings& remesh, RepairSettings repair) {
    const ProfileScope scope("project and repair");
    SettledTopology result;
    result.projected = project(mesh, phi, projection);
    result.evaluations = result.projected.evaluations;
    std::vector<Vec3> failed;
    for (const FailedVertex& vertex : result.projected.failed) {
        failed.push_back(vertex.before);
        failed.push_back(vertex.after);
    }
    repair.cell = remesh.edge;
    result.repaired = repair_topology(mesh, phi, repair, failed);
    std::vector<Index> patch = result.repaired.active;
    RemeshSettings of_patch = remesh;
    of_patch.smoothing_cap = kPatchCap;
    ProjectionSettings onto_patch = projection;
    onto_patch.of_patch = true;
    for (int round = 0; round < kRounds && !patch.empty(); ++round) {
        result.remeshed += remesh_patch(mesh, of_patch, patch);
        const ProjectionReport again = project(mesh, phi, onto_patch, patch);
        result.evaluations += again.evaluations;
        result.left = static_cast<Index>(again.failed.size());
    }
    // Necks of a patch that are cut leave crumbs.
    if (!patch.empty())
        result.repaired.satellites += remove_satellites(mesh, &phi, RepairGrid(repair.cell, 0), repair.satellite);
    return result;
}

}  // namespace lamella
