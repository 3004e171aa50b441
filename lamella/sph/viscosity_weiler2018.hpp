// Weiler, Koschier, Brand, Bender 2018: A Physically Consistent Implicit Viscosity Solver for SPH Fluids.
// The viscous acceleration at the end of the step,
//
//     v_i - dt mu / rho0 L_i(v) = v*_i                                                     (eq. 8)
//     L_i(v) = 2 (d + 2) sum_j V (v_ij . x_ij) / (|x_ij|^2 + 0.01 h^2) grad W_ij,  d = 3     (eq. 5)
//
// by the conjugate gradient method without a matrix, preconditioned by the 3 x 3 blocks of its diagonal
// (section 3.3). Solids count with their volume and velocity, so that the liquid sticks to them. Momentum,
// linear and angular, is conserved between particles.
//
// Departures: V is the same for all particles (they divide by the summed density), so the matrix is
// symmetric without scaling. The solution goes once more through the pairs, v = v* + dt mu / rho0 L(v), so that
// momentum is conserved to rounding whatever the tolerance of the solve.
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/linear/conjugate_gradient.hpp>
#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/viscosity_parameters.hpp>

namespace lamella {

class ViscosityWeiler2018 {
public:
    ViscosityWeiler2018(const ImplicitViscosityParameters& parameters, Real mu, const SphLiquid& liquid)
        : parameters_(parameters), nu_(mu / liquid.rest_density) {}

    // Changes `v`.
    SolveReport solve(SphLiquid& liquid, double dt);

private:
    void set_up(const SphLiquid& liquid, Real dt);

    ImplicitViscosityParameters parameters_;
    Real nu_;
    ConjugateGradient<Real> solver_;
    QuadArray right_side_;
    QuadArray velocity_;
    QuadArray image_;  // the matrix times that
    std::vector<Mat3> inverse_blocks_;
};

}  // namespace lamella
