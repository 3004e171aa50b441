// Particles and thin walls: a particle is stopped by the surface itself, on its way from where it was, so that it
// stays on its side of a wall of any thickness.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/flip/transfer.hpp>

namespace lamella {

// Where particles were, by their ids; made only where there are thin walls.
class PlacesBefore {
public:
    PlacesBefore(const SolidGrid& solids, const ParticleSet& particles, const PeriodicBox& periodic);

    // The image that is next to where it is now. A particle that was not there before has come from where it is.
    Vec3 of(Index id, const Vec3& now) const {
        const auto at = static_cast<std::size_t>(id);
        if (at >= rows_.size() || rows_[at] < 0) return now;
        const Vec3 before = x_[rows_[at]];
        return periodic_.any() ? Vec3(now - periodic_.nearest(now - before)) : before;
    }

private:
    PeriodicBox periodic_;
    Vec3Column x_;
    std::vector<Index> rows_;  // of the ids, or -1
};

// Follows each particle from where it was, carried along by the bodies since `before`, to where it is. Where it comes
// nearer than `least` to a body with thin walls it goes on along it, and loses the velocity that goes into it. `solids`
// are where the bodies are now; particles may have moved since the tiles were made. Returns how many were stopped.
Index stop_at_thin_walls(const ParticleTiles& tiles, const SolidGrid& solids, const BodyStates& before,
                         const PlacesBefore& places, Real least, ParticleSet& particles);

}  // namespace lamella
