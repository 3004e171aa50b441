// After Ihmsen, Akinci, Gissler, Teschner 2010: Boundary Handling and Adaptive Time-stepping for PCISPH.
// Particles that come too close to a solid in spite of the pressure are put back, and lose the part of
// their velocity that goes into it. The pressure alone cannot stop a particle that has no neighbours: the
// sum over one layer of boundary particles hardly reaches the rest density.
//
// With w_b = 1 - |x_i - x_b|^2 / R^2 over the boundary particles within R,
//
//     o = sum_b w_b (x_i - x_b) / sum_b w_b,   x_i <- x_i + (s_min - |o|) o/|o|   where |o| < s_min.
//
// Departure: the normal is o/|o| instead of a mean of normals stored with the boundary particles, so that a
// plate of one layer pushes to both sides.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

// Returns how many particles were put back. `near` is what was found of the solid around each particle, which may have
// moved by less than half a support since.
// What their velocities lose is entered in `push`, if there is one.
Index resolve_wall_contacts(const BoundarySet& set, const Neighbours& near, Real spacing, const PeriodicBox& box,
                            ParticleSet& particles, WallPush* push = nullptr);

// The same for the particles of a liquid and all its solids.
Index resolve_wall_contacts(SphLiquid& liquid);

}  // namespace lamella
