// How much liquid a scene has and how fast it will be, before the first particle is placed.
#pragma once

#include <lamella/matter/liquid_outline.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// The points of a lattice of that spacing in a shape, as far as it is in the domain, which lie so many spacings below
// its surface: half a one in liquids (particles/sampling.hpp). A negative depth adds what lies around the shape.
double points_in(const Shape& shape, const Scene& scene, Assets& assets, double spacing, double depth);

// What emitters let in counts until it falls through an open floor.
struct ExpectedParticles {
    double at_end = 0.0;
    double mean = 0.0;  // of all frames
};
ExpectedParticles expected_particles(const Scene& scene, Assets& assets, double until);

// Liquid falls from its highest point to where it lies at rest, spread over the floor; without gravity and on an open
// floor none lies. What it says asks the scene and its files, which have to outlive it.
LiquidOutline liquid_outline(const Scene& scene, Assets& assets, double particles);

}  // namespace lamella
