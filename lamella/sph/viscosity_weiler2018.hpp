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
// momentum is conserved to rounding whatever the tolerance of the solve. Bodies that answer to the liquid are part of
// the solve (contact/rigid_viscosity.hpp).
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/linear/conjugate_gradient.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/contact/rigid_viscosity.hpp>
#include <lamella/sph/phase_viscosity.hpp>

namespace lamella {

class ViscosityWeiler2018 {
public:
    struct Parameters {
        static constexpr const char* name = "weiler2018";
        static constexpr const char* sentence =
            "the fluid's own viscosity, implicitly: for honey and chocolate (Weiler 2018)";

        Real tolerance = 1e-3f;
        Index max_iterations = 200;

        static constexpr auto fields() {
            return field_list(Field{"tolerance", &Parameters::tolerance, "1", range(1e-8, 0.1),
                                    "relative residual that ends the conjugate gradient"},
                              Field{"max_iterations", &Parameters::max_iterations, "", range(1, 100000),
                                    "iterations at most; a solve that needs more makes the next steps shorter"});
        }

        static constexpr StepCost cost{150.0, 0.3e-6};  // blocks and seven vectors; three iterations
    };
    static constexpr bool of_fluid = true;

    ViscosityWeiler2018(const Parameters& parameters, const SphLiquid& liquid)
        : parameters_(parameters), own_(liquid.materials), nu_(own_.largest() / liquid.rest_density) {}

    static void add(SphLiquid&) {}
    // Changes `v`.
    SolveReport smooth(SphLiquid& liquid, double dt);
    static Real kinematic() { return 0.0f; }

private:
    // The right side v* - (what moving solids add) and the inverse blocks of the diagonal.
    template <class SharesOf>
    void set_up(const SphLiquid& liquid, const SharesOf& shares_of, Real dt);
    // to <- from - dt mu / rho0 L(from), solids at rest
    template <class SharesOf>
    void apply(const SphLiquid& liquid, const SharesOf& shares_of, Real dt, std::span<const Real> from,
               std::span<Real> to) const;
    template <class SharesOf>
    std::vector<Mat3> blocks_of_bodies(const SphLiquid& liquid, const SharesOf& shares_of, Real dt) const;
    template <class SharesOf>
    void note_push(SphLiquid& liquid, const SharesOf& shares_of, Real dt) const;
    void precondition(std::span<const Real> from, std::span<Real> to) const;
    template <class SharesOf>
    SolveReport solve(SphLiquid& liquid, const SharesOf& shares_of, Real dt);

    Parameters parameters_;
    PhaseViscosity own_;
    Real nu_;  // the largest mu / rho0
    ConjugateGradient<Real> solver_;
    QuadArray right_side_;
    QuadArray velocity_;
    QuadArray image_;  // the matrix times that
    std::vector<Mat3> inverse_blocks_;
    RigidViscosity bodies_;
};

}  // namespace lamella
