// Meshes that follow fields whose topology changes: soft balls that fly through one another, balls that grow into one
// body, and the same without a field, pushed along their normals. Euler number and number of parts are compared with
// marching cubes at the target edge l and at l/2, where both agree: necks and gaps below a cell have no right answer.
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/tracking/field_mesh.hpp>
#include <lamella/tracking/project_and_repair.hpp>
#include <lamella/tracking/remesh/remesh.hpp>
#include <lamella/tracking/repair/topology_repair.hpp>
#include <lamella/tracking/soft_balls.hpp>
#include <lamella/tracking/vertex_normal.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace lamella {
namespace {

constexpr const char* kTrial = "measured with a trial program before this one";
constexpr Real kEdge = 0.5f;  // in spacings of 1 m

// A mesh on a field, and what became of it.
class FollowedMesh {
public:
    explicit FollowedMesh(const SoftBalls& field) : mesh_(extract_mesh(field, field.bounds(), kEdge)) {
        remeshing_.edge = kEdge;
        RemeshSettings starting = remeshing_;
        starting.smoothing_cap = 0.15f;
        for (int round = 0; round < 4; ++round) {
            std::vector<Index> vertices(static_cast<std::size_t>(mesh_.vertex_slots()));
            for (Index v = 0; v < mesh_.vertex_slots(); ++v) vertices[v] = v;
            remesh_patch(mesh_, starting, vertices);
            project(mesh_, field, projection_);
        }
        compact(mesh_);
    }

    // The field goes on by `advance` between the motion of the vertices and their projection.
    template <class Advance>
    void step(SoftBalls& field, Real dt, Advance&& advance) {
        for (Vec3& x : mesh_.positions) x += dt * field.velocity(x);
        advance();
        remesh(mesh_, remeshing_);
        const auto before = static_cast<double>(mesh_.vertex_slots());
        note(project_and_repair(mesh_, field, projection_, remeshing_, {}).repaired, before);
    }
    // Without a field, along the normals.
    void push(Real distance) {
        std::vector<Vec3> moves;
        for (Index v = 0; v < mesh_.vertex_slots(); ++v) moves.push_back(distance * vertex_normal(mesh_, v));
        for (Index v = 0; v < mesh_.vertex_slots(); ++v) mesh_.positions[v] += moves[v];
        remesh(mesh_, remeshing_);
        RepairSettings settings;
        settings.cell = kEdge;
        const auto before = static_cast<double>(mesh_.vertex_slots());
        const RepairReport report = repair_topology(mesh_, settings, {});
        std::vector<Index> patch = report.active;
        for (int round = 0; round < 4 && !patch.empty(); ++round) remesh_patch(mesh_, remeshing_, patch);
        note(report, before);
    }

    const MeshReport& shape() const { return shape_; }
    Index steps = 0, broken = 0, repairs = 0, other_grids = 0, emergencies = 0;
    double replaced = 0.0;  // of the vertices, in all steps

private:
    void note(const RepairReport& report, double vertices) {
        compact(mesh_);
        shape_ = check_mesh(mesh_.to_triangle_mesh());
        ++steps;
        const bool sound = check(mesh_).empty() && shape_.closed() && shape_.manifold() && shape_.oriented();
        broken += sound ? 0 : 1;
        repairs += report.repairs;
        other_grids += report.attempts - 1;
        emergencies += report.emergency ? 1 : 0;
        replaced += report.replaced / vertices;
    }

    ConnectedMesh mesh_;
    RemeshSettings remeshing_;
    ProjectionSettings projection_;
    MeshReport shape_;
};

struct References {
    bool agree = false;
    Index parts = 0;
    Index euler = 0;

    explicit References(const SoftBalls& field) {
        const Box3 box = field.bounds().padded(1.0f);
        const MeshReport coarse = check_mesh(extract_mesh(field, box, kEdge));
        const MeshReport fine = check_mesh(extract_mesh(field, box, 0.5f * kEdge));
        parts = coarse.components;
        euler = coarse.euler_characteristic;
        agree = fine.components == parts && fine.euler_characteristic == euler;
    }
    bool are_met(const MeshReport& mesh) const {
        return mesh.components == parts && mesh.euler_characteristic == euler;
    }
};

struct BlobSums {
    Index checks = 0, wrong = 0, wrong_for_long = 0;
    double volume_error = 0.0;
    double worst_replaced = 0.0;
};

void follow_blobs(const Run& run, int steps, FollowedMesh& mesh, SoftBalls& field, BlobSums& sums) {
    constexpr Real kStep = 0.02f;  // s, in which a ball flies 0.16 l along an axis
    int pending = 0;
    for (int k = 0; k < steps; ++k) {
        run.throw_if_stopped();
        mesh.step(field, kStep, [&] {
            field.turn_round_at_walls(5.5f);
            field.advance(kStep);
        });
        const bool now = k % 5 == 4;
        if (!now && pending == 0) continue;
        const References references(field);
        const bool right = references.are_met(mesh.shape());
        if (pending > 0) {
            --pending;
            if (references.agree && right) pending = 0;
            if (references.agree && !right && pending == 0) ++sums.wrong_for_long;
        }
        if (!now) continue;
        FollowedMesh fresh(field);
        fresh.push(0.0f);
        sums.volume_error = std::max(sums.volume_error, std::abs(mesh.shape().volume / fresh.shape().volume - 1.0));
        if (!references.agree) continue;
        ++sums.checks;
        sums.wrong += right ? 0 : 1;
        pending = right ? 0 : 2;
    }
    sums.worst_replaced = std::max(sums.worst_replaced, mesh.replaced / mesh.steps);
}

class TopologyRows {
public:
    TopologyRows(CaseResult& result, std::string what) : result_(result), what_(std::move(what)) {}

    void add(const char* quantity, double measured, double reference, Tolerance tolerance,
             const char* source = kTrial) {
        result_.measurements.push_back(
            {fmt::format("{}: {}", what_, quantity), "1", measured, reference, tolerance, source});
    }
    void add_soundness(std::span<const FollowedMesh> meshes) {
        Index broken = 0, repairs = 0, others = 0, emergencies = 0;
        for (const FollowedMesh& mesh : meshes) {
            broken += mesh.broken;
            repairs += mesh.repairs;
            others += mesh.other_grids;
            emergencies += mesh.emergencies;
        }
        add("steps after which the mesh was not closed, manifold and oriented", broken, 0.0, absolute(0),
            "by construction");
        add("surfaces extracted anew", emergencies, 0.0, absolute(0), "");
        add("repairs", repairs, 0.0, reported(), "");
        add("repairs that took another grid", others, 0.0, reported(), "");
    }

private:
    CaseResult& result_;
    std::string what_;
};

void measure_blobs(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const std::uint64_t seeds = options.full ? 8 : 1;
    BlobSums sums;
    std::vector<FollowedMesh> meshes;
    double replaced = 0.0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SoftBalls field = flying_balls(seed);
        meshes.emplace_back(field);
        follow_blobs(run, options.full ? 100 : 40, meshes.back(), field, sums);
        replaced += meshes.back().replaced / meshes.back().steps / static_cast<double>(seeds);
    }
    TopologyRows rows(result, fmt::format("{} times 14 flying balls", seeds));
    rows.add_soundness(meshes);
    rows.add("checks in which marching cubes at l and l/2 agree", sums.checks, 0.0, reported(), "");
    rows.add("share of them in which the mesh is right at once", 1.0 - static_cast<double>(sums.wrong) / sums.checks,
             0.9, lower_bound());
    rows.add("share of them in which it is right within two steps",
             1.0 - static_cast<double>(sums.wrong_for_long) / sums.checks, 0.98, lower_bound());
    rows.add("largest error of the volume", sums.volume_error, 0.005, upper_bound(),
             "a fresh mesh with the same edges");
    rows.add("vertices that a step replaces, mean", replaced, options.full ? 0.006 : 0.008, upper_bound(),
             "most of all in the first steps");
    rows.add("vertices that a step replaces, worst seed", sums.worst_replaced, 0.0, reported(), "");
}

// Two balls of 3 spacings that meet, become one body and part again.
void measure_two_balls(const Run& run, const ValidateOptions& options, CaseResult& result) {
    constexpr Real kRadius = 3.0f, kStep = 0.02f, kSpeed = 3.5f;
    SoftBalls field({{Vec3(-4.5f, 0.1f, 0.0f), kRadius, Vec3(kSpeed, 0.0f, 0.0f)},
                     {Vec3(4.5f, -0.2f, 0.3f), kRadius, Vec3(-kSpeed, 0.0f, 0.0f)}},
                    1.25f);
    FollowedMesh mesh(field);
    const int steps = 130, every = options.full ? 1 : 4;
    Index checks = 0, wrong = 0, late = 0, pending = 0;
    double volume_error = 0.0;
    bool was_one = false;
    for (int k = 0; k < steps; ++k) {
        run.throw_if_stopped();
        mesh.step(field, kStep, [&] { field.advance(kStep); });
        was_one = was_one || mesh.shape().components == 1;
        if (k % every > 0 && pending == 0) continue;
        const References references(field);
        if (!references.agree) continue;
        const bool right = references.are_met(mesh.shape());
        ++checks;
        wrong += right ? 0 : 1;
        pending = right ? 0 : pending + 1;
        late += pending > 2 ? 1 : 0;
        FollowedMesh fresh(field);
        fresh.push(0.0f);
        volume_error = std::max(volume_error, std::abs(mesh.shape().volume / fresh.shape().volume - 1.0));
    }
    TopologyRows rows(result, "two balls that merge and part");
    rows.add_soundness({&mesh, 1});
    rows.add("bodies at some time, and at the end", (was_one ? 1.0 : 0.0) + 10.0 * mesh.shape().components, 21.0,
             absolute(0), "1 and 2, as the figures of a number");
    rows.add("checks in which marching cubes at l and l/2 agree", checks, 0.0, reported(), "");
    rows.add("checks in which the mesh is wrong", wrong, 0.0, reported(), "");
    rows.add("checks in which it has been wrong for more than two steps", late, 0.0, absolute(0));
    rows.add("largest error of the volume", volume_error, 0.005, upper_bound(), "a fresh mesh with the same edges");
}

double volume_inside(const SoftBalls& field) {
    return check_mesh(extract_mesh(field, field.bounds().padded(1.0f), 0.5f * kEdge)).volume;
}

void measure_growing(const Run& run, const ValidateOptions& options, bool with_field, CaseResult& result) {
    const std::uint64_t seeds = options.full ? 20 : 1, balls = options.full ? 100 : 30;
    const Real spread = options.full ? 9.0f : 6.0f;
    const int steps = options.full ? 100 : 50;
    Index several = 0, other_euler = 0, most_parts = 0;
    double least_share = 1.0;
    const std::clock_t start = std::clock();
    std::vector<FollowedMesh> meshes;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SoftBalls field = growing_balls(seed, balls, spread, 1.2f, 1.0f);
        FollowedMesh& mesh = meshes.emplace_back(field);
        for (int k = 0; k < steps; ++k) {
            run.throw_if_stopped();
            if (with_field) {
                mesh.step(field, 0.05f, [&] { field.advance(0.05f); });
            } else {
                mesh.push(0.05f);
                field.advance(0.05f);  // for comparison
            }
        }
        several += mesh.shape().components != 1 ? 1 : 0;
        other_euler += mesh.shape().euler_characteristic != 2 ? 1 : 0;
        most_parts = std::max(most_parts, mesh.shape().components);
        least_share = std::min(least_share, mesh.shape().volume / volume_inside(field));
    }
    const double minutes = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / 60.0;
    TopologyRows rows(result, fmt::format("{} times {} growing balls {}", seeds, balls,
                                          with_field ? "on a field" : "without a field"));
    rows.add_soundness(meshes);
    const Tolerance rule = with_field ? absolute(0) : reported();
    rows.add("runs that do not end as one closed surface", several, 0.0, rule,
             with_field ? "one body" : "cavities may stay");
    rows.add("runs that do not end with Euler number 2", other_euler, 0.0, rule, "a ball");
    rows.add("most surfaces at an end, cavities too", most_parts, 0.0, reported(), "");
    rows.add("least share of the field's volume at an end", least_share, 0.0, reported(),
             with_field ? "" : "moves along the normals of vertices lose some");
    rows.add("CPU time of a run in minutes", minutes / static_cast<double>(seeds), 0.0, reported(),
             "published for another scene of 100 balls without a field: 6.1 minutes on the clock");
}

}  // namespace

void measure_tracking_topology(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_blobs(run, options, result);
    measure_two_balls(run, options, result);
    measure_growing(run, options, true, result);
    measure_growing(run, options, false, result);
}

}  // namespace lamella
