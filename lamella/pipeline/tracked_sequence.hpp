// The frames of one liquid, tracked one after the other (tracking/tracked_surface.hpp), and the file beside each mesh
// from which the next frame goes on with the same bits.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/surface/surface_walls.hpp>
#include <lamella/tracking/tracked_surface.hpp>
#include <lamella/tracking/waves/surface_waves.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace lamella {

// The state file of a mesh file: mesh.0001.ply -> mesh.0001.tracked.
std::filesystem::path tracked_state_path(std::filesystem::path mesh);

// What that file holds of the mesh itself, in metres relative to the origin.
struct TrackedFrame {
    bool there = false;  // else the frame has no mesh, and what follows is empty
    ConnectedMesh mesh;
    Vec3d origin = Vec3d::Zero();
    CarryLog log;                  // what became of the vertices of the frame before
    std::vector<Vec3> velocities;  // of the particles at the vertices, where they have some
    double seconds = 0.0;          // from the frame before; 0: the mesh begins here
    Real edge = 0.0f;              // the target edge
};

// InputErrors where the file is none or is damaged.
TrackedFrame read_tracked_frame(const std::filesystem::path& path);

class TrackedSequence {
public:
    // Both must live on. warn(sentence) is told what a user may want to know.
    TrackedSequence(const TrackedParameters& parameters, Real spacing, std::function<void(std::string)> warn);

    struct Frame {
        TriangleMesh mesh;    // absolute places
        TrackReport report;   // all zero where the mesh begins
        bool begins = false;  // it has nothing of a frame before
        Index wave_steps = 0;
    };

    // The frame after the last one, `seconds` later; the first one after the start and after forget() begins anew. A
    // frame without particles has an empty mesh, and the next one begins anew.
    Frame next(ParticleSet particles, double seconds, const SurfaceWalls* walls = nullptr);
    void forget() { before_.reset(); }

    // `key` tells settings and input apart. InputErrors where a file is none, is damaged, or has another key.
    void save(const std::filesystem::path& path, const std::string& key);
    void resume(const std::filesystem::path& path, const std::string& key, ParticleSet particles);

private:
    struct Before {
        ParticleSet particles;
        FieldMoment moment;
    };

    void begin(const Before& now);
    void swing(double seconds, Frame& frame);
    TriangleMesh written_mesh(const Before& now, const SurfaceWalls* walls) const;
    void warn_of_jump(const FrameMotion& motion, const ParticleSet& now) const;
    void move_to_origin(ParticleSet& particles);

    const TrackedParameters& parameters_;
    Real spacing_;
    std::function<void(std::string)> warn_;
    TrackedSurface surface_;
    std::optional<SurfaceWaves> waves_;
    std::vector<Vec3> velocities_;  // of the particles at the vertices, where they have some
    double seconds_ = 0.0;          // from the frame before
    std::optional<Before> before_;
    std::optional<Vec3d> origin_;  // that of the first particles
};

}  // namespace lamella
