// Mueller, Charypar, Gross 2003, eq. 14; Keiser 2006, eq. 4.7:
//
//     a_i = mu / rho0 (sum_j V (v_j - v_i) lap W_ij + sum_b V_b s_ib (v_b - v_i) lap W_ib)
//
// with the Laplacian of the viscosity kernel in three dimensions (Keiser's eqs 4.11-4.12 are misprinted,
// kernels.hpp). Linear momentum is conserved; the spin of a free body is damped, because the force of a pair
// does not point along the line between them.
//
// Boundary particles lie half a spacing behind the surface of the wall, where the liquid is to stick. As in Morris
// et al. 1997, eq. 20, they count with the velocity that a linear profile through zero at the surface has there:
// s = l / (l - d/2), where l is the distance between the particle and their layer along the normal, at most 2.5.
// With s = 1 the flow between plates 20 spacings apart is 14 % too fast.
//
// The sum is divided by sum_j V |x_ij|^2 lap W_ij / 6 of a cubic lattice, which is 1 in the limit of many neighbours
// (1.02 at a support of 2.5 spacings): the Laplacian of a parabola is then exact.
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/phase_viscosity.hpp>

namespace lamella {

class ViscosityMueller2003 {
public:
    struct Parameters {
        static constexpr const char* name = "mueller2003";
        static constexpr const char* sentence =
            "the fluid's own viscosity by the Laplacian of a kernel, explicitly (Mueller 2003; Keiser 2006 eq. 4.7)";

        static constexpr auto fields() { return field_list(); }

        static constexpr StepCost cost{};  // what every step costs has it in
    };
    static constexpr bool of_fluid = true;

    ViscosityMueller2003(const Parameters&, const SphLiquid& liquid);

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;
    static SolveReport smooth(SphLiquid&, double) { return {}; }
    Real kinematic() const { return nu_; }

private:
    PhaseViscosity own_;
    Real nu_;        // the largest mu / rho0
    Real strength_;  // that over the sum of the lattice
};

}  // namespace lamella
