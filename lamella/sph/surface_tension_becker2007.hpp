// Becker and Teschner 2007, eq. 11: every pair attracts,
//
//     a_i = -A / m sum_j W(r_ij) x_ij.
//
// Departure: their coefficient is a number to be tuned; here A follows from the tension of a flat surface.
// Pairs of a uniform medium that act across a plane carry, by the sum of Kirkwood and Buff 1949,
//
//     sigma = pi / 8 n^2 integral_0^h F(r) r^4 dr,   F(r) = A r W(r),   n = 1 / spacing^3.
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/surface_parameters.hpp>

namespace lamella {

class SurfaceTensionBecker2007 {
public:
    SurfaceTensionBecker2007(const CohesionParameters& parameters, const SphLiquid& liquid);

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;

private:
    Real attraction_;  // A / m
};

}  // namespace lamella
