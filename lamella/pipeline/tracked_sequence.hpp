// The frames of one liquid, tracked one after the other (tracking/tracked_surface.hpp), and the file beside each mesh
// from which the next frame goes on with the same bits.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/pipeline/tracked/painted_particles.hpp>
#include <lamella/pipeline/tracked/tracked_state.hpp>
#include <lamella/surface/surface_walls.hpp>
#include <lamella/tracking/tracked_surface.hpp>
#include <lamella/tracking/waves/surface_waves.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace lamella {

class TrackedSequence {
public:
    // The parameters must live on. warn(sentence) is told what a user may want to know.
    TrackedSequence(const TrackedParameters& parameters, Real spacing, SurfacePainter painter,
                    std::function<void(std::string)> warn);

    struct Frame {
        TriangleMesh mesh;    // absolute places
        TrackReport report;   // all zero where the mesh begins
        bool begins = false;  // it has nothing of a frame before
        Index wave_steps = 0;
    };

    // The frame after the last one, `seconds` later; the first one after the start and after forget() begins anew. A
    // frame without particles has an empty mesh, and the next one begins anew.
    Frame next(ParticleSet particles, double seconds, const SurfaceWalls* walls = nullptr);
    void forget();

    // InputErrors where a file is none, is damaged, has another key or is of other particles.
    void save(const std::filesystem::path& path, const TrackedKeys& keys);
    void resume(const std::filesystem::path& path, const TrackedKeys& keys, ParticleSet particles);

    // The frame after the last one, whose motion the file at `path` knows: what the vertices carry goes through the log
    // in it, and has the bits that tracking would have given it. InputErrors as above, and where the log does not go on
    // from what is carried.
    Frame replay(const std::filesystem::path& path, const TrackedKeys& keys, ParticleSet particles,
                 const SurfaceWalls* walls = nullptr);

private:
    struct Before {
        ParticleSet particles;
        FieldMoment moment;
    };

    void swing(Frame& frame);
    void require_motion(const ParticleSet& particles) const;
    void give_start_columns(const Before& now);
    ColumnTable columns_at(const std::vector<Vec3>& places, const ParticleSet& particles) const;
    void paint_births(const Before& now);
    void replay_log(const std::filesystem::path& path, const CarryLog& log, ElementData carried, const Before& now);
    bool paints_particles() const { return parameters_.paint_on == PaintOn::particles && !painter_.empty(); }
    TriangleMesh written_mesh(const Before& now, const SurfaceWalls* walls) const;
    void warn_of_jump(const FrameMotion& motion, const ParticleSet& now) const;
    void move_to_origin(ParticleSet& particles);

    const TrackedParameters& parameters_;
    Real spacing_;
    SurfacePainter painter_;
    std::function<void(std::string)> warn_;
    TrackedSurface surface_;
    std::optional<SurfaceWaves> waves_;
    std::vector<Vec3> velocities_;  // of the particles at the vertices, where they have some
    double seconds_ = 0.0;          // from the frame before
    PaintedParticles painted_;
    bool begins_ = false;  // the last frame was one
    std::optional<Before> before_;
    std::optional<Vec3d> origin_;  // that of the first particles
};

}  // namespace lamella
