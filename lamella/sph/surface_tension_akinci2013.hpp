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
// Departures: printed like this, gamma is in m/s^2 in the area term and in m/s^2 over kg/m^3 in the cohesion.
// Both terms have m/s^2 here, and the density in the cohesion and the adhesion is the 1000 kg/m^3 of the paper's
// water for every liquid. What a scene gives is the surface tension,
//
//     sigma = 19.5 gamma rho0 h^2,
//
// with the number by the period of a drop that swings (docs/validation.md, oscillating_drop), at h = 2.5 spacings. At
// 2 spacings drops are 15 % out of round and their swinging is lost at once.
#pragma once

#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_time_step.hpp>

namespace lamella {

class SurfaceTensionAkinci2013 {
public:
    struct Parameters {
        static constexpr const char* name = "akinci2013";
        static constexpr const char* sentence =
            "cohesion with a repulsive core, area minimisation, and adhesion to solids (Akinci 2013)";

        Real tension = 0.0728f;
        Real adhesion = 0.0f;

        static constexpr auto fields() {
            return field_list(Field{"tension", &Parameters::tension, "N/m", range(0, 1e4),
                                    "surface tension (water 0.0728), by the period of a drop at a support of 2.5"},
                              Field{"adhesion", &Parameters::adhesion, "m/s^2", range(0, 1e6),
                                    "beta of the paper: attraction by solids"});
        }

        static constexpr StepCost cost{16.0, 0.2e-6};
        static constexpr KernelNeeds kernel{std::nullopt, 2.5f};
        double longest_step(double density, double spacing) const { return capillary_step(tension, density, spacing); }
    };

    SurfaceTensionAkinci2013(const Parameters& parameters, const SphLiquid& liquid)
        : gamma_(gamma_of(parameters.tension, liquid.rest_density, liquid.support)), adhesion_(parameters.adhesion) {}

    // The gamma of the paper for a surface tension, and the other way round.
    static Real gamma_of(Real tension, Real density, Real support) {
        return tension / tension_of(1.0f, density, support);
    }
    static Real tension_of(Real gamma, Real density, Real support) {
        return 19.5f * gamma * density * support * support;
    }

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid);
    static Real energy_density(const SphLiquid&, Index) { return 0.0f; }

private:
    void compute_normals(const SphLiquid& liquid);
    void add_cohesion(SphLiquid& liquid) const;
    void add_adhesion(SphLiquid& liquid) const;

    Real gamma_;
    Real adhesion_;
    QuadArray normals_;  // n, and rho / rho0
};

}  // namespace lamella
