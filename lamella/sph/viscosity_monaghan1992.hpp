// Artificial viscosity of Monaghan 1992 in the form of Becker and Teschner 2007, eqs 9-10: a term beside
// the pressures of a pair,
//
//     Pi_ij = -nu (v_ij . x_ij) / (|x_ij|^2 + eps h^2),   nu = 2 alpha h_s c / (rho_i + rho_j),
//
// for approaching pairs (v_ij . x_ij < 0); h_s = h / 2 is their smoothing length, eps = 0.01. The fluid's
// own viscosity mu acts in the same form on all pairs with alpha = 10 mu / (rho0 h_s c) (Monaghan 2005,
// section 4.5, in three dimensions).
#pragma once

#include <lamella/core/pack.hpp>
#include <lamella/sph/sph_parameters.hpp>

namespace lamella {

class ViscosityMonaghan1992 {
public:
    ViscosityMonaghan1992(const ArtificialViscosityParameters& parameters, Real mu, Real rho0, Real h, Real c)
        : approaching_(parameters.alpha * h * c + 10.0f * mu * 2.0f / rho0),
          separating_(10.0f * mu * 2.0f / rho0),
          softening_(0.01f * h * h) {}

    // Pi_ij = top / bottom of a pair, or of eight pairs.
    template <class Number>
    Number top(Number v_dot_x) const {
        return select(v_dot_x < Number(0.0f), Number(-approaching_), Number(-separating_)) * v_dot_x;
    }
    template <class Number>
    Number bottom(Number r_squared, Number rho_sum) const {
        return (r_squared + softening_) * rho_sum;
    }

    // The same against a wall, with friction h c in place of 2 alpha h_s c (Akinci 2012, eq. 11).
    template <class Number>
    Number top_at_wall(Number v_dot_x, Number friction_h_c) const {
        return -(select(v_dot_x < Number(0.0f), friction_h_c, Number(0.0f)) + separating_) * v_dot_x;
    }

    // The largest kinematic viscosity that acts, for the time step.
    Real kinematic() const { return 0.05f * approaching_; }

private:
    Real approaching_;  // 2 alpha h_s c
    Real separating_;
    Real softening_;
};

}  // namespace lamella
