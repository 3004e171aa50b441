// The frames of one liquid, tracked one after the other (tracking/tracked_surface.hpp), and the file beside each mesh
// from which the next frame goes on with the same bits.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/surface/surface_walls.hpp>
#include <lamella/tracking/tracked_surface.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace lamella {

// The state file of a mesh file: mesh.0001.ply -> mesh.0001.tracked.
std::filesystem::path tracked_state_path(std::filesystem::path mesh);

class TrackedSequence {
public:
    // Both must live on. warn(sentence) is told what a user may want to know.
    TrackedSequence(const TrackedParameters& parameters, Real spacing, std::function<void(std::string)> warn);

    struct Frame {
        TriangleMesh mesh;    // absolute places
        TrackReport report;   // all zero where the mesh begins
        bool begins = false;  // it has nothing of a frame before
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
    TriangleMesh written_mesh(const Before& now, const SurfaceWalls* walls) const;
    void warn_of_jump(const FrameMotion& motion, const ParticleSet& now) const;
    void move_to_origin(ParticleSet& particles);

    const TrackedParameters& parameters_;
    Real spacing_;
    std::function<void(std::string)> warn_;
    TrackedSurface surface_;
    std::optional<Before> before_;
    std::optional<Vec3d> origin_;  // that of the first particles
};

}  // namespace lamella
