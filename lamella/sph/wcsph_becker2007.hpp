// Becker and Teschner 2007: Weakly Compressible SPH for Free Surface Flows (also Yu 2011, section 3.2).
//
//     p = B ((rho / rho0)^gamma - 1),   B = rho0 c^2 / gamma,   c = v_max / sqrt(eta)       (eqs 6-8)
//     dv_i/dt = g - sum_j m_j (p_i / rho_i^2 + p_j / rho_j^2 + Pi_ij) grad W_ij             (eqs 5, 9)
//
// Departure: p is not allowed below 0. At a free surface the sum of W misses its outer half, and the
// tension that the printed formula makes of it pulls particles into clumps.
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/viscosity_monaghan1992.hpp>

namespace lamella {

class WcsphBecker2007 {
public:
    WcsphBecker2007(const WcsphParameters& parameters, const ArtificialViscosityParameters& viscosity, Real mu,
                    const SphLiquid& liquid, Real expected_speed);

    // Writes the columns `pressure` and `pressure_over_density2` from `density` (eq. 6).
    void pressures(SphLiquid& liquid) const;

    // Writes the column `acceleration` from these and `v` (eq. 9).
    void accelerations(SphLiquid& liquid, const Vec3& gravity) const;

    // The step of Monaghan 1992 (quoted in Becker and Teschner 2007, section 3.4), times cfl. Departures: h is
    // the support, twice their smoothing length, so that a step is twice as long as theirs (still water and
    // dam breaks stay stable at cfl = 0.4); and the speed of the liquid and of the solids counts.
    double stable_step(const SphLiquid& liquid, Real cfl) const;

    Real speed_of_sound() const { return sound_; }
    Real pressure(Real density) const;  // eq. 6

private:
    Real rest_density_;
    Real gamma_;
    Real sound_;
    ViscosityMonaghan1992 viscosity_;
};

}  // namespace lamella
