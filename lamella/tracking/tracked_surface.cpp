#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/tracking/motion/moving_field.hpp>
#include <lamella/tracking/motion/particle_moves.hpp>
#include <lamella/tracking/project_and_repair.hpp>
#include <lamella/tracking/remesh/remesh.hpp>
#include <lamella/tracking/remesh/select_elements.hpp>
#include <lamella/tracking/remesh/smooth_vertices.hpp>
#include <lamella/tracking/tracked_surface.hpp>
#include <lamella/tracking/transfer.hpp>
#include <lamella/tracking/vertex_normal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// How far each vertex that was neither made nor moved since `before` is moved along its normal: the column, and what a
// projection adds to it.
class RemovedNoter {
public:
    explicit RemovedNoter(ConnectedMesh& mesh)
        : mesh_(mesh), there_(mesh.vertices.table().find<ScalarColumn>(TrackedSurface::kRemoved) != nullptr) {}

    void before_remeshing() {
        if (there_) carried_ = mesh_.positions;
    }
    void before_projection() {
        if (!there_) return;
        projected_ = mesh_.positions;
        normals_.resize(projected_.size());
        parallel_for("normals", mesh_.vertex_slots(), [&](Index v) { normals_[v] = vertex_normal(mesh_, v); });
    }
    void after_projection(std::span<const Index> patch) const {
        if (!there_) return;
        auto& removed = mesh_.vertices.table().get<ScalarColumn>(TrackedSurface::kRemoved);
        std::vector<bool> left_out(mesh_.positions.size(), false);
        for (const Index v : patch) left_out[static_cast<std::size_t>(v)] = true;
        for (Index v = 0; v < static_cast<Index>(carried_.size()); ++v)
            if (mesh_.has_vertex(v) && !left_out[v] && projected_[v] == carried_[v])
                removed[v] += normals_[v].dot(mesh_.positions[v] - projected_[v]);
    }

private:
    ConnectedMesh& mesh_;
    bool there_;
    std::vector<Vec3> carried_, projected_, normals_;
};

// Where surfaces may be born: the particles that have kernels of their own, or all.
std::vector<Vec3> places_near_surface(const FieldMoment& frame) {
    const KernelSet* kernels = frame.field->kernels();
    const Vec3Column& x = frame.cloud->positions();
    std::vector<Vec3> places;
    for (Index i = 0; i < x.size(); ++i)
        if (!kernels || kernels->slot[static_cast<std::size_t>(i)] >= 0) places.push_back(x[i]);
    return places;
}

}  // namespace

TrackedSurface::TrackedSurface(const FrameField& field, const TrackingSettings& settings, Real spacing)
    : field_(field), settings_(settings) {
    remesh_.edge = settings.edge * spacing;
    projection_.spacing = spacing;
    projection_.failed_move = 0.5f * settings.edge;
}

void TrackedSurface::start(const FieldMoment& frame) {
    TriangleMesh mesh = frame.mesh(remesh_.edge);
    mesh.attributes = {};
    if (mesh.empty())
        throw InputError(fmt::format(
            "{} particles have no surface whose edges are {} m long, with which a tracked surface begins; is "
            "'cell' larger than the body?",
            frame.cloud->size(), remesh_.edge));
    mesh_ = ConnectedMesh(mesh);
    polish(frame.phi(), 4);
    compact(mesh_);
    mesh_.vertices.start_log();
}

// Rounds of remeshing with smoothing everywhere, for meshes of marching cubes.
void TrackedSurface::polish(const LevelField& phi, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        remesh(mesh_, remesh_);
        const std::vector<Index> all = select_elements("vertices with faces", mesh_.vertex_slots(),
                                                       [&](Index v) { return mesh_.outgoing(v) >= 0; });
        smooth_vertices(mesh_, remesh_, all);
        project(mesh_, phi, projection_);
    }
}

TrackReport TrackedSurface::advance(const FrameMotion& motion, const FieldMoment& first, const FieldMoment& second) {
    const ProfileScope scope("track");
    mesh_.vertices.start_log();
    if (auto* removed = mesh_.vertices.table().find<ScalarColumn>(kRemoved))
        std::fill(removed->span().begin(), removed->span().end(), 0.0f);
    TrackReport report;
    const Real longest = settings_.step * remesh_.edge;
    report.sub_steps = std::max(1, static_cast<Index>(std::ceil(motion.largest_own_move() / longest)));
    const MovingField field(field_, motion, first, second);
    Vec3Column start = motion.places(0.0f);
    for (Index k = 0; k < report.sub_steps; ++k) {
        const auto steps = static_cast<Real>(report.sub_steps);
        const Real from = static_cast<Real>(k) / steps, to = static_cast<Real>(k + 1) / steps;
        Vec3Column end = motion.places(to);
        move(motion, from, start, end);
        if (k + 1 == report.sub_steps) {
            step(second.phi(), places_near_surface(second), report);
        } else {
            const FieldMoment moment = field.at(to, end);
            step(moment.phi(), {}, report);
        }
        start = std::move(end);
    }
    settle(second, report);
    compact(mesh_);
    report.vertices = mesh_.vertex_slots();
    return report;
}

void TrackedSurface::carry(const FrameMotion& motion) { move(motion, 0.0f, motion.places(0.0f), motion.places(1.0f)); }

TrackReport TrackedSurface::project_on(const FieldMoment& now, bool whole) {
    mesh_.vertices.start_log();
    TrackReport report;
    step(now.phi(), places_near_surface(now), report);
    if (whole) settle(now, report);
    compact(mesh_);
    report.vertices = mesh_.vertex_slots();
    return report;
}

void TrackedSurface::step(const LevelField& phi, std::span<const Vec3> watched, TrackReport& report) {
    RemovedNoter removed(mesh_);
    removed.before_remeshing();
    report.remeshed += remesh(mesh_, remesh_);
    removed.before_projection();
    RepairSettings repair;
    repair.watch = watched;
    const SettledTopology settled = project_and_repair(mesh_, phi, projection_, remesh_, repair);
    removed.after_projection(settled.repaired.active);
    report.evaluations += settled.evaluations;
    report.vertex_steps += settled.projected.vertices;
    report.failed += static_cast<Index>(settled.projected.failed.size());
    report.repairs += settled.repaired.repairs;
    report.repaired_vertices += settled.repaired.replaced;
    report.replaced += settled.repaired.emergency ? 1 : 0;
    report.remeshed += settled.remeshed;
}

void TrackedSurface::move(const FrameMotion& motion, Real share_at, const Vec3Column& start, const Vec3Column& end) {
    const ProfileScope scope("move vertices");
    Vec3Column moves;
    ScalarColumn shares;
    moves.resize(start.size());
    shares.resize(start.size());
    parallel_for("moves of particles", start.size(), [&](Index i) {
        moves.set(i, end[i] - start[i]);
        shares[i] = motion.track(i).share(share_at);
    });
    std::vector<Vec3> moved(mesh_.positions.size());
    ParticleMoves(start, moves, shares, projection_.spacing).at(mesh_.positions, moved);
    parallel_for("move vertices", mesh_.vertex_slots(), [&](Index v) { mesh_.positions[v] += moved[v]; });
}

// The last resort: a new mesh where this one encloses another volume than the surface of the frame.
void TrackedSurface::settle(const FieldMoment& frame, TrackReport& report) {
    constexpr double kVolume = 0.01, kOffset = 0.01;  // of the volume, and of a layer of a spacing
    const TriangleMesh fresh = frame.mesh(remesh_.edge);
    const double wanted = enclosed_volume(fresh), have = enclosed_volume(mesh_.to_triangle_mesh());
    const double most = kVolume * std::abs(wanted) + kOffset * frame.spacing() * surface_area(fresh);
    if (std::abs(have - wanted) <= most) return;
    replace_mesh(mesh_, fresh);
    polish(frame.phi(), 4);
    ++report.replaced;
}

}  // namespace lamella
