// Liquid does not run away from its nozzle. The newest liquid of a jet has a free surface behind it where in a pipe
// there is liquid, so that cohesion, air pressure and the weight of the jet would draw it out ahead of what is to
// come and leave gaps. Within one support of the mouth a particle that is faster than the nozzle lets liquid out
// therefore takes the velocity of the nozzle. Slower ones are left alone: what stands before the nozzle stops the flow.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

#include <span>

namespace lamella {

struct LiquidSource;

// Changes `v`, for the nozzles that are open at this time.
void hold_at_nozzles(std::span<const LiquidSource> sources, double time, SphLiquid& liquid);

}  // namespace lamella
