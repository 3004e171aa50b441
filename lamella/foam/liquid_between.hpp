// A liquid between two frames. Particles that both frames have, found by their id, move on cubic curves with the
// velocities of the frames; those of one frame only move straight on from it until half of the time, or from then on.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/particles/periodic_box.hpp>

#include <vector>

namespace lamella {

class LiquidBetween {
public:
    // `seconds` lie between the frames.
    LiquidBetween(double seconds, Real spacing, const PeriodicBox& periodic)
        : seconds_(seconds), spacing_(spacing), periodic_(periodic) {}

    // The particles of one liquid in both frames, relative to one origin. Without velocities those of both frames are
    // the differences of their places. Rows whose numbers are not finite, or that fly more than 100,000 spacings or
    // lie a million from the origin, are left out. An InputError says where there are neither velocities nor ids in
    // both.
    void add(const ParticleSet& start, const ParticleSet& end);

    // At a share of the time from 0 to 1: P, v, and id, the number of the particle here.
    ParticleSet at(Real share) const;

    Real largest_speed() const;
    Box3 bounds() const;  // of both frames
    Index left_out() const { return left_out_; }

private:
    enum class Lives { both, start, end };
    struct Path {
        Vec3 start = Vec3::Zero();
        Vec3 end = Vec3::Zero();
        Vec3 velocity_at_start = Vec3::Zero();
        Vec3 velocity_at_end = Vec3::Zero();
        Lives lives = Lives::both;
    };
    void add_matched(const ParticleSet& start, const ParticleSet& end);
    void add_alone(const ParticleSet& frame, Lives lives);
    void add_path(const Path& path);
    Vec3 position(const Path& path, Real share) const;
    static Vec3 velocity(const Path& path, Real share);

    double seconds_;
    Real spacing_;
    PeriodicBox periodic_;
    std::vector<Path> paths_;
    Index left_out_ = 0;
};

}  // namespace lamella
