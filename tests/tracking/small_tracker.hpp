// A mesh that follows a field of soft balls.
#pragma once

#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/tracking/field_mesh.hpp>
#include <lamella/tracking/project_and_repair.hpp>
#include <lamella/tracking/remesh/remesh.hpp>
#include <lamella/tracking/repair/topology_repair.hpp>
#include <lamella/tracking/soft_balls.hpp>

#include <functional>

namespace lamella::test {

inline std::vector<Index> all_vertices(const ConnectedMesh& mesh) {
    std::vector<Index> list;
    for (Index v = 0; v < mesh.vertex_slots(); ++v)
        if (mesh.outgoing(v) >= 0) list.push_back(v);
    return list;
}

// Places to watch for births.
inline std::vector<Vec3> places_in(const Box3& box, Real spacing) {
    std::vector<Vec3> places;
    for (Real x = box.min.x(); x < box.max.x(); x += spacing)
        for (Real y = box.min.y(); y < box.max.y(); y += spacing)
            for (Real z = box.min.z(); z < box.max.z(); z += spacing) places.emplace_back(x, y, z);
    return places;
}

// Lengths in particle spacings; edges of half of one.
struct SmallTracker {
    static constexpr Real kEdge = 0.5f;

    explicit SmallTracker(const SoftBalls& field) : mesh(extract_mesh(field, field.bounds(), kEdge)) {
        remeshing.edge = kEdge;
        RemeshSettings starting = remeshing;
        starting.smoothing_cap = 0.15f;
        for (int round = 0; round < 4; ++round) {
            auto vertices = all_vertices(mesh);
            remesh_patch(mesh, starting, vertices);
            project(mesh, field, projection);
        }
        compact(mesh);
    }

    // `advance` takes the field to the end of the step.
    RepairReport step(SoftBalls& field, Real dt, const std::function<void()>& advance,
                      std::span<const Vec3> watch = {}) {
        for (Vec3& x : mesh.positions) x += dt * field.velocity(x);
        advance();
        remesh(mesh, remeshing);
        RepairSettings repair;
        repair.watch = watch;
        const SettledTopology settled = project_and_repair(mesh, field, projection, remeshing, repair);
        compact(mesh);
        return settled.repaired;
    }

    RemeshSettings remeshing;
    ProjectionSettings projection;
    ConnectedMesh mesh;
};

}  // namespace lamella::test
