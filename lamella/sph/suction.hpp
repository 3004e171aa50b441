// How far the pressure inside the liquid may fall below that of the air. Where a stream is drawn out by its weight
// liquid has to follow from the sides, and at a mouth the pressure that draws it there is lower than that of the air,
// by some rho g times the radius. Where pressures only push nothing follows: particles fall freely, and the stream
// comes apart.
//
// Real liquid bears tension until it boils, 1e5 Pa below the air; so p >= -1e5 Pa, which liquid as slow as that of most
// scenes (below 10 m/s) does not reach. Suction keeps liquid from growing sparse; it does not draw together what is: a
// surface is always sparse by the sums, and a solve that restored its density would have it implode. It acts where
// there is liquid around that can follow, from a density on that is a quarter of the way from that of a layer of one
// particle, which can only tear, to that of a flat surface (0.70 and 0.85 rho0 at h = 2 d). From that of a layer on a
// framed sheet would tear in spite of its thin features; from half of the way on a stream of three particles across is
// 6 % too thick instead of 5 %. There is none beside walls and bodies, from which liquid comes off.
#pragma once

#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

class Suction {
public:
    Suction(Real deepest, const SphLiquid& liquid);  // Pa

    // The lowest pressure of a particle, at most 0.
    Real least(const SphLiquid& liquid, Index i) const;

private:
    Real deepest_;
    Real least_density_;  // rho / rho0
};

}  // namespace lamella
