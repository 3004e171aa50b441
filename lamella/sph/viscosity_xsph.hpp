// XSPH (Monaghan 1992, section 8.2) as a viscosity, in the form of Schechter and Bridson 2012, eq. 7:
//
//     v_i <- v_i + eps sum_j V (v_j - v_i) W_ij.
//
// The same share is taken away in every step, whatever its length; momentum is conserved.
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/viscosity_parameters.hpp>

namespace lamella {

class ViscosityXsph {
public:
    explicit ViscosityXsph(const XsphParameters& parameters) : strength_(parameters.strength) {}

    // Changes `v`.
    SolveReport smooth(SphLiquid& liquid) const;

private:
    Real strength_;
};

}  // namespace lamella
