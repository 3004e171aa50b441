// Akinci, Akinci, Teschner 2013: Versatile Surface Tension and Adhesion for SPH Fluids.
//
//     cohesion  F = - gamma m_i m_j C(r) x_ij / r                                          (eq. 1)
//     C(r) = 32 / (pi h^9) { (h - r)^3 r^3                  for 2 r > h
//                            2 (h - r)^3 r^3 - h^6 / 64     otherwise                      (eq. 2)
//     area      F = - gamma m_i (n_i - n_j),   n_i = h sum_j V grad W_ij                     (eqs 3-4)
//     both times K_ij = 2 rho0 / (rho_i + rho_j)                                           (eq. 5)
//     adhesion  F = - beta m_i rho0 V_b A(r) x_ib / r,
//     A(r) = 0.007 / h^3.25 (-4 r^2 / h + 6 r - 2 h)^(1/4)  for 2 r > h                      (eqs 6-7)
//
// Departure: printed like this, gamma is in m/s^2 in the area term and in m/s^2 over kg/m^3 in the cohesion.
// It stands in m/s^2 here, and the density in the cohesion and the adhesion is the 1000 kg/m^3 of the
// paper's water for every liquid.
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/surface_parameters.hpp>

namespace lamella {

class SurfaceTensionAkinci2013 {
public:
    SurfaceTensionAkinci2013(const AkinciTensionParameters& parameters, const SphLiquid&) : parameters_(parameters) {}

    void add(SphLiquid& liquid);

private:
    void compute_normals(const SphLiquid& liquid);
    void add_cohesion(SphLiquid& liquid) const;
    void add_adhesion(SphLiquid& liquid) const;

    AkinciTensionParameters parameters_;
    QuadArray normals_;  // n, and rho / rho0
};

}  // namespace lamella
