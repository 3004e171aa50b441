// The particles of one frame as the implicit fields see them: checked and sorted into cells.
#pragma once

#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/neighbours.hpp>

#include <span>
#include <string>

namespace lamella {

// An InputError that names the first particle that is not finite or lies farther than `reach` metres from
// the origin along an axis.
void require_within(const Vec3Column& positions, Real reach);

class ParticleCloud {
public:
    static constexpr Real kCell = 2.0f;  // spacings: the cells of its grid and the radius of its neighbours

    // Copies P, id, masses and the columns named in `carried`. It is an InputError when a particle is not finite or
    // too far away to be placed by floats, when a carried column is not there, or when thousands of
    // particles share a cell, where eight are expected.
    ParticleCloud(const ParticleSet& particles, Real spacing, std::span<const std::string> carried = {});
    ParticleCloud(const ParticleCloud&) = delete;
    ParticleCloud& operator=(const ParticleCloud&) = delete;

    const ParticleSet& particles() const { return particles_; }
    MassShares mass() const { return MassShares(particles_); }
    const Vec3Column& positions() const { return particles_.positions(); }
    Index size() const { return particles_.size(); }
    const NeighbourGrid& grid() const { return grid_; }
    const Neighbours& neighbours() const { return neighbours_; }  // within radius()
    Real spacing() const { return spacing_; }
    Real radius() const { return grid_.radius(); }  // in metres

private:
    ParticleSet particles_;
    NeighbourGrid grid_;
    Neighbours neighbours_;
    Real spacing_;
};

}  // namespace lamella
