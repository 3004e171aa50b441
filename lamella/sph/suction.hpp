// How far the pressure inside the liquid may fall below that of the air. Where a stream is drawn out by its weight
// liquid has to follow from the sides, and at a mouth the pressure that draws it there is lower than that of the air,
// by some rho g times the radius. Where pressures only push nothing follows: particles fall freely, and the stream
// comes apart.
//
// Real liquid bears tension until it boils, 1e5 Pa below the air, which is the lower bound by default. Suction keeps
// liquid from growing sparse; it does not draw together what is: a surface is always sparse by the sums, and a solve
// that restored its density would have it implode. Three things limit it:
//
// It takes time. From step to step the pressure of a particle falls below 0 by no more than rho g u dt, with u =
// 1.75 m/s, above the speed from which on real splashes trap air, about 1 m/s. A stream builds up what it needs while
// it leaves its mouth; a splash is over before, and scatters. At once, suction holds the sheets of splashes that are
// too thin for the spacing: a drop of 10 cm that falls into a pool (d = 1 cm) then has no spray.
//
// It acts where there is liquid around that can follow, from a density on that is a quarter of the way from that of a
// layer of one particle, which can only tear, to that of a flat surface (0.70 and 0.85 rho0 at h = 2 d). From that of a
// layer on a framed sheet tears in spite of its thin features.
//
// There is none beside walls and bodies, from which liquid comes off.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

class Suction {
public:
    Suction(Real deepest, const SphLiquid& liquid);  // Pa

    // The lowest pressure of a particle, at most 0, after a step of length dt; it had the pressure `last` before.
    Real least(const SphLiquid& liquid, Index i, Real last, Real dt) const;

private:
    Real deepest_;
    Real rate_;           // Pa/s
    Real least_density_;  // rho / rho0
};

}  // namespace lamella
