// The surface of a liquid as one mesh through time (Yu 2011, chapter 5): the particles carry its vertices, they are
// projected on the field of the surface, and the mesh is remeshed; what its vertices know, they keep. docs/tracking.md
// tells the method with its departures.
//
// From frame to frame the motion is cut into sub-steps in which no particle moves farther than 0.16 target edges along
// an axis beyond what all move in the mean: the mesh of a body that falls needs no more of them than one at rest. A
// sub-step is
//
//     move vertices with the particles around them   (motion/particle_moves.hpp)
//     split, collapse, flip, smooth                  (remesh/remesh.hpp)
//     project on the field between the frames        (projection.hpp, motion/moving_field.hpp)
//     repair the topology where it differs           (project_and_repair.hpp, repair/topology_repair.hpp)
//
// At the end of a frame the volume is compared with that of the field's surface. Where it differs, and where a repair
// was not possible, the mesh is replaced by a new one, which takes what it carries from the closest points of the old
// one (transfer.hpp). That is counted.
#pragma once

#include <lamella/tracking/motion/field_moment.hpp>
#include <lamella/tracking/motion/frame_motion.hpp>
#include <lamella/tracking/projection.hpp>
#include <lamella/tracking/remesh/remesh_settings.hpp>

namespace lamella {

struct TrackingSettings {
    Real edge = 0.5f;   // the target edge l, in spacings
    Real step = 0.16f;  // how far a particle moves along an axis beyond the mean in a sub-step, in target edges
};

struct TrackReport {
    Index sub_steps = 0;
    Index vertices = 0;           // at the end
    Index evaluations = 0;        // of the field, in all sub-steps
    Index vertex_steps = 0;       // vertices times sub-steps
    Index failed = 0;             // projections
    Index replaced = 0;           // whole meshes
    Index repairs = 0;            // of the topology
    Index repaired_vertices = 0;  // that they replaced
    RemeshReport remeshed;
};

class TrackedSurface {
public:
    TrackedSurface(const FrameField& field, const TrackingSettings& settings, Real spacing);

    // Anew, on the surface of a frame; what the vertices carried is lost. InputError where it has no surface.
    void start(const FieldMoment& frame);
    bool started() const { return mesh_.face_slots() > 0; }

    // From one frame, where the mesh is, to the next. The log of what the vertices are made of begins anew. Where the
    // vertices have the column kRemoved, it then says how far projections have moved each along its normal, in metres,
    // without those of a vertex that was new or on a new patch at the time.
    static constexpr const char* kRemoved = "removed";
    TrackReport advance(const FrameMotion& motion, const FieldMoment& first, const FieldMoment& second);

    // In a simulation, step by step: carry() takes the mesh along with the particles without a projection, project_on()
    // does the rest of a sub-step; `whole`: the volume is looked at, too. The log begins anew with each projection.
    void carry(const FrameMotion& motion);
    TrackReport project_on(const FieldMoment& now, bool whole);
    void clear() { mesh_ = ConnectedMesh(); }

    // Columns of the vertices may be added and changed.
    const ConnectedMesh& mesh() const { return mesh_; }
    ElementData& vertices() { return mesh_.vertices; }
    const CarryLog& log() const { return mesh_.vertices.log(); }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("mesh", mesh_);
    }

private:
    void step(const LevelField& phi, std::span<const Vec3> watched, TrackReport& report);
    void move(const FrameMotion& motion, Real share_at, const Vec3Column& start, const Vec3Column& end);
    void settle(const FieldMoment& frame, TrackReport& report);
    void polish(const LevelField& phi, int rounds);

    const FrameField& field_;
    TrackingSettings settings_;
    RemeshSettings remesh_;
    ProjectionSettings projection_;
    ConnectedMesh mesh_;
};

}  // namespace lamella
