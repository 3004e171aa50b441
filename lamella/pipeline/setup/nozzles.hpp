// The emitters of a scene as the simulation starts with them.
#pragma once

#include <lamella/pipeline/setup/placed_obstacles.hpp>

namespace lamella {

// Relative to the simulation's origin. An emitter inside an obstacle or without a place for a particle is an
// InputError; a doubtful one is warned about.
Nozzle placed_nozzle(const Run& run, const Scene& scene, Assets& assets, const Emitter& emitter,
                     const std::vector<PlacedObstacle>& obstacles);

// How fast it lets liquid out, seen from itself; and the largest speed of what comes out.
JetSpeed jet_speed(const Emitter& emitter);
Real emitted_speed(const Scene& scene, const Emitter& emitter);

}  // namespace lamella
