// Semi-axes of kernels that keep the volume of bodies, sheets and filaments alike.
//
// The axes are a_k = h sqrt(s_k), s_k the eigenvalues of the covariance in units of 0.15 R^2, its value deep
// inside. Yu 2011, eqs 4.12 and 4.13, scales by k_s, which is 1 / (0.15 R^2) (the printed 1400 holds for one
// scene's units only), and takes the eigenvalue itself instead of its root: the normal radius is then too
// thin for any usual grid, and bodies shrink more.
//
// A sheet or filament has no normal variance of its own to speak of. Its thickness tau or radius rho follow
// from the sum S of the weights, and an axis of kappa tau or kappa rho gives it its volume at the level iso:
//
//     tau = S / (0.6 pi R^2),   rho = sqrt(S / (1.5 pi R)),   phi(tau/2) = m(1 / (2 kappa)) / kappa = iso,
//     m(q) = 16 int_q^1 u P(u) du,
//
// which does not depend on the spacing within the sheet, so a stretched sheet keeps its volume and does not
// tear. Filaments have no exact root above iso = 0.389; kappa is then the one that comes closest.
//
// S is that of a whole sheet or filament: at a rim or an end half of the neighbours are missing. Their mean tells:
// it is off by 0.354 R at the rim of a sheet, 0.4 R at the end of a filament, and whole_weight() makes up for it.
#pragma once

#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/particles/covariance.hpp>

namespace lamella {

// The kappas that belong to a level.
struct ThinPartFactors {
    Real sheet;
    Real filament;
};
ThinPartFactors thin_part_factors(Real iso);

// S as it would be without a rim or an end near by, from how far the mean lies off, in units of R.
Real whole_weight(Real weight, Real shift);

// The thickness of a sheet and the radius of a filament, in spacings, from S and R in spacings.
Real sheet_thickness(Real weight, Real radius);
Real filament_radius(Real weight, Real radius);

struct AxisRule {
    Real support;   // h
    Real radius;    // R
    Real smallest;  // a_min: what the grid can resolve
    ThinPartFactors thin;
};

// The semi-axes for the normalised eigenvalues (falling order), in spacings.
Vec3d kernel_axes(const Vec3d& eigenvalues, Real weight, const AxisRule& rule);

}  // namespace lamella
