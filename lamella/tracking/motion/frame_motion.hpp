// Where particles are between two frames. A particle that both frames have, by its id, follows the cubic of its places
// and velocities there, or a straight line where it has no velocities. One that only one of them has flies straight
// with its velocity, and fades out from the first frame to the second, or in: its volume counts by its share. So do all
// particles where there are no ids: those of the first frame fade out while those of the second fade in. A particle
// that is farther than its velocities can have taken it was put there (liquid that leaves a box and comes in again),
// and counts as two.
#pragma once

#include <lamella/particles/particle_set.hpp>

#include <optional>

namespace lamella {

class FrameMotion {
public:
    // `seconds` from the first frame to the second. InputError where the particles have neither velocities nor ids.
    FrameMotion(const ParticleSet& first, const ParticleSet& second, double seconds, Real spacing);

    // A particle of either frame, or of both; by ids, or those of the first frame and then those of the second.
    struct Track {
        Index first = -1;  // its row in the first frame, or -1
        Index second = -1;

        Real share(Real s) const { return first < 0 ? s : second < 0 ? 1.0f - s : 1.0f; }
    };

    Index size() const { return static_cast<Index>(tracks_.size()); }
    const Track& track(Index i) const { return tracks_[static_cast<std::size_t>(i)]; }

    // All particles at the share s of the time, from 0 to 1.
    Vec3Column places(Real s) const;

    // How far a particle moves along an axis in the whole time beyond what all move in the mean, at most, in metres.
    Real largest_own_move() const;

private:
    void match(const ParticleSet& first, const ParticleSet& second, Real spacing);
    void add(Index first, Index second);

    struct Path {
        Vec3 start, end;
        Vec3 start_velocity, end_velocity;  // per the whole time
    };

    std::vector<Track> tracks_;
    std::vector<Path> paths_;
    Vec3Column x_[2];
    std::optional<Vec3Column> v_[2];  // per the whole time
};

// The time between two frames from places and velocities of the particles that both have: what fits best. None where
// there are no such particles, or where they hardly move.
std::optional<double> seconds_between(const ParticleSet& first, const ParticleSet& second);

}  // namespace lamella
