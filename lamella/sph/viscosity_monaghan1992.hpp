// Artificial viscosity of Monaghan 1992 in the form of Becker and Teschner 2007, eqs 9-10: a term beside
// the pressures of a pair,
//
//     Pi_ij = -nu (v_ij . x_ij) / (|x_ij|^2 + eps h^2),   nu = 2 alpha h_s c / (rho_i + rho_j),
//
// for approaching pairs (v_ij . x_ij < 0); h_s = h / 2 is their smoothing length, eps = 0.01. The fluid's
// own viscosity mu acts in the same form on all pairs with alpha = 10 mu / (rho0 h_s c) (Monaghan 2005,
// section 4.5, in three dimensions). Against solids alpha is the solid's friction (Akinci 2012, eq. 11).
//
// c is ten times the largest speed that the scene expects, whatever solves the pressure, so that alpha means
// the same for all of them.
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/viscosity_parameters.hpp>

namespace lamella {

class ViscosityMonaghan1992 {
public:
    ViscosityMonaghan1992(const ArtificialViscosityParameters& parameters, Real mu, Real expected_speed,
                          const SphLiquid& liquid);

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;

    // The largest kinematic viscosity that acts explicitly, for the time step.
    Real kinematic() const { return 0.05f * approaching_; }

private:
    Real h_c_;          // h c = 2 h_s c
    Real separating_;   // 2 x 10 mu / rho0
    Real approaching_;  // 2 alpha h_s c, and that
};

}  // namespace lamella
