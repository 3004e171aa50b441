// The longest time step that is stable: the least of
//
//     cfl d / v                 no particle passes another (incompressible solvers)
//     cfl h / (c + v + 6 nu/h)  sound (wcsph)
//     0.25 sqrt(h / a)          forces
//     0.05 h^2 / nu             explicit viscosity; a lattice at h = 2 d is stable up to 0.07
//     what surface tension allows
//
// after Monaghan 1992 (quoted in Becker and Teschner 2007, section 3.4) and Ihmsen 2010. Departure: h is the
// support, twice their smoothing length (still water and dam breaks stay stable at cfl = 0.4); v is the speed
// of the liquid or of the solids, whichever is larger, and counts what one step of force adds.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

struct StepLimits {
    Real cfl = 0.4f;
    Real speed_of_sound = 0.0f;  // 0: incompressible
    Real kinematic_viscosity = 0.0f;
    double tension = 0.0;  // longest step that surface tension allows; 0: any
};

double stable_step(const SphLiquid& liquid, const StepLimits& limits);

// What capillary waves of the shortest length that the particles carry allow (Brackbill 1992); 0 without a tension.
double capillary_step(double tension, double density, double spacing);

}  // namespace lamella
