// Gives liquid that is pressed against walls its room back.
//
// A particle stands for the volume d^3, half a spacing around it, but solvers let particles lie nearer to a wall than
// d/2, and what a surface that ends at the wall cuts off there (surface_walls.hpp) is missing: a layer of about 0.2 d
// on every wetted wall, which is a third of a pool one particle deep. It is given back where the liquid can give way,
// at its free surface. A particle at the distance s < d/2 of a wall is pressed by d/2 - s, and its body of liquid lacks
// d^2 times that. All of the body gives way alike, by the displacement u of least energy which makes the room:
//
//     u = -grad p,   div u = the room that the body lacks over its volume,   p = 0 in air,   u . n = 0 on walls,
//
// on cells of two spacings, as the pressure of a liquid would push it (Chorin 1968). Bodies that touch no wall are not
// moved. Beside the wall u is not resolved: a pressed particle moves away from it by its own share at least, up to
// 0.4 d, where its kernel still reaches the wall and the mesh lies flat on it. In films little of u arrives at the
// surface; up to three times of what is pressed can therefore be asked for.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/surface/surface_walls.hpp>

#include <optional>

namespace lamella {

// The particles with about `volume` m^3 more room; none where no particle is pressed.
std::optional<ParticleSet> with_room_at_walls(const ParticleSet& particles, Real spacing, const SurfaceWalls& walls,
                                              double volume);

}  // namespace lamella
