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

#include <lamella/core/solve_report.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/phase_viscosity.hpp>

namespace lamella {

class ViscosityMonaghan1992 {
public:
    struct Parameters {
        static constexpr const char* name = "artificial";
        static constexpr const char* sentence =
            "artificial viscosity between approaching particles (Monaghan 1992), and the fluid's own, explicitly";

        Real alpha = 0.08f;

        static constexpr auto fields() {
            return field_list(Field{"alpha", &Parameters::alpha, "1", range(0, 2),
                                    "strength; the fluid's own viscosity comes on top"});
        }

        static constexpr StepCost cost{};  // what every step costs has it in
    };
    static constexpr bool of_fluid = true;

    ViscosityMonaghan1992(const Parameters& parameters, const SphLiquid& liquid);

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;

    static SolveReport smooth(SphLiquid&, double) { return {}; }
    Real kinematic() const { return 0.05f * (artificial_ + separating_); }

private:
    PhaseViscosity own_;
    Real h_c_;         // h c = 2 h_s c
    Real artificial_;  // 2 alpha h_s c
    Real separating_;  // 2 x 10 mu / rho0 with the largest mu
};

}  // namespace lamella
