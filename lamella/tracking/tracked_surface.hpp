// The surface of a liquid as one mesh through time (Yu 2011, chapter 5): the particles carry its vertices, they are
// projected on the field of the surface, and the mesh is remeshed; what its vertices know, they keep. docs/tracking.md
// tells the method with its departures.
//
// From frame to frame the motion is cut into sub-steps in which no particle moves farther than 0.16 target edges along
// an axis. A sub-step is
//
//     move vertices with the particles around them   (motion/particle_moves.hpp)
//     split, collapse, flip, smooth                  (remesh/remesh.hpp)
//     project on the field between the frames        (projection.hpp, motion/moving_field.hpp)
//     repair where vertices found no surface
//
// Where vertices have failed, the mesh has another topology than the surface. At the end of the frame it is then
// replaced by a new one, which takes what it carries from the closest points of the old one (transfer.hpp); so it is
// where the two enclose another volume or have another number of parts. That is counted.
#pragma once

#include <lamella/tracking/motion/field_moment.hpp>
#include <lamella/tracking/motion/frame_motion.hpp>
#include <lamella/tracking/projection.hpp>
#include <lamella/tracking/remesh/remesh_settings.hpp>

namespace lamella {

struct TrackingSettings {
    Real edge = 0.5f;           // the target edge l, in spacings
    Real step = 0.16f;          // how far a particle moves along an axis in a sub-step, in target edges
    Real smallest_part = 0.1f;  // parts that enclose less, in d^3, do not count where topologies are compared
};

struct TrackReport {
    Index sub_steps = 0;
    Index vertices = 0;      // at the end
    Index evaluations = 0;   // of the field, in all sub-steps
    Index vertex_steps = 0;  // vertices times sub-steps
    Index failed = 0;        // projections
    Index replaced = 0;      // whole meshes
    Index unrepaired = 0;    // vertices that found no surface in the last sub-step
    RemeshReport remeshed;
};

class TrackedSurface {
public:
    TrackedSurface(const FrameField& field, const TrackingSettings& settings, Real spacing);

    // Anew, on the surface of a frame; what the vertices carried is lost. InputError where it has no surface.
    void start(const FieldMoment& frame);
    bool started() const { return mesh_.face_slots() > 0; }

    // From one frame, where the mesh is, to the next. The log of what the vertices are made of begins anew.
    TrackReport advance(const FrameMotion& motion, const FieldMoment& first, const FieldMoment& second);

    // Columns of the vertices may be added and changed.
    const ConnectedMesh& mesh() const { return mesh_; }
    ElementData& vertices() { return mesh_.vertices; }
    const CarryLog& log() const { return mesh_.vertices.log(); }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("mesh", mesh_);
    }

private:
    void step(const FrameMotion& motion, const LevelField& phi, Real from, const Vec3Column& start,
              const Vec3Column& end, TrackReport& report);
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
