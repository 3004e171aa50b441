// Becker and Teschner 2007: Weakly Compressible SPH for Free Surface Flows (also Yu 2011, section 3.2).
//
//     p = B ((rho / rho0)^gamma - 1),   B = rho0 c^2 / gamma,   c = v_max / sqrt(eta)       (eqs 6-8)
//     dv_i/dt = - sum_j m_j (p_i / rho_i^2 + p_j / rho_j^2) grad W_ij                       (eq. 5)
//
// With gamma = 1 this is the gas p = k (rho - rho0) of Keiser 2006, eq. 4.5, k = c^2.
//
// Departure: p is not allowed below 0. At a free surface the sum of W misses its outer half, and the
// tension that the printed formula makes of it pulls particles into clumps.
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/sph/pressure_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

class WcsphBecker2007 {
public:
    WcsphBecker2007(const WcsphParameters& parameters, const SphLiquid& liquid, Real expected_speed);

    // Pressures from the density (eq. 6).
    void update(SphLiquid& liquid);

    SolveReport make_divergence_free(SphLiquid&, double) { return {}; }

    // Adds eq. 5 to the column `acceleration`.
    void add_forces(SphLiquid& liquid) const;

    SolveReport solve(SphLiquid&, double) { return {}; }

    Real speed_of_sound() const { return sound_; }
    Real pressure(Real density) const;  // eq. 6

private:
    Real rest_density_;
    Real gamma_;
    Real sound_;
};

}  // namespace lamella
