// Liquid leaves its nozzle as it would leave a pipe. The newest liquid of a jet has a free surface behind it where in a
// pipe there is liquid, so that cohesion, air pressure and the weight of the jet would draw it out ahead of what is to
// come and leave gaps; and nothing is below it where a pipe has a wall, so that in a jet to the side it would sink in
// front of what comes out lower down and stop it. Within one support of the mouth a particle therefore takes the
// velocity of the nozzle. Those with less than half of the jet's speed are left alone: what stands before the nozzle
// stops the flow.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

#include <span>

namespace lamella {

struct LiquidSource;

// Changes `v`, for the nozzles that are open at this time.
void hold_at_nozzles(std::span<const LiquidSource> sources, double time, SphLiquid& liquid);

}  // namespace lamella
