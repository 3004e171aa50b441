// The particles of one frame as the implicit fields see them: checked, sorted into cells, with the radius
// of their kernels.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>

#include <span>
#include <string>
#include <vector>

namespace lamella {

// An InputError that names the first particle that is not finite or lies farther than `reach` metres from
// the origin along an axis.
void require_within(const Vec3Column& positions, Real reach);

class ParticleCloud {
public:
    // Copies P, id and the columns named in `carried`. `support` is the support radius of a kernel in
    // spacings. It is an InputError when a particle is not finite or too far away to be placed by floats,
    // or when a carried column is not there.
    ParticleCloud(const ParticleSet& particles, Real spacing, Real support, std::span<const std::string> carried = {});

    const ParticleSet& particles() const { return particles_; }
    const NeighbourGrid& grid() const { return grid_; }
    Real spacing() const { return spacing_; }
    Real support() const { return grid_.radius(); }  // in metres

    // The blocks of a sparse grid with that cell and its origin at zero that hold a node within the support
    // of a particle (and a few others), sorted.
    std::vector<Vec3i> blocks_within_support(double cell) const;

private:
    ParticleSet particles_;
    NeighbourGrid grid_;
    Real spacing_;
};

}  // namespace lamella
