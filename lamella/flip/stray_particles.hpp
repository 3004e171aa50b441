// Particles that have come off a surface under tension. The curvature is that of a smooth surface, which a single
// particle in front of it does not bend: nothing draws it back, and in a drop at rest noise carries one after another
// away. Tension would take such a bump of the size d within d / u, with the speed of capillary waves of its size u =
// sqrt(sigma / (rho d)); so a particle farther than a spacing from the surface moves back with this speed, along the
// gradient of the distance. Its velocity stays as it is, and so does the momentum.
//
// Only where the distance is that to a surface: up to one and a half cells, and with a slope near to one. Threads and
// drops that are too small to have an inside have less, and are let go.
#pragma once

#include <lamella/flip/transfer.hpp>

namespace lamella {

// `distance` to the surface in cells, at centres, as find_surface_pressure gives it; `way` in metres is u dt. Particles
// may have moved since the tiles were made. Returns how many were moved.
Index draw_in_stray_particles(const ParticleTiles& tiles, const TileField<float>& distance, Real way,
                              ParticleSet& particles);

}  // namespace lamella
