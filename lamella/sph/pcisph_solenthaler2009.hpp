// Solenthaler and Pajarola 2009: Predictive-Corrective Incompressible SPH. Every pressure is corrected with
// one number for all particles, taken from a particle in a full lattice (eqs 8-9):
//
//     delta = -1 / (beta (- sum grad W . sum grad W - sum (grad W . grad W))),   beta = 2 (m dt / rho0)^2.
//
// In relative densities this is k = omega / S (predictor_corrector.hpp) with omega = 1/2 and S of sph_operators.hpp for
// the lattice: a Jacobi step with the diagonal of a full neighbourhood.
//
// Departures: the solve starts from most of the last pressures instead of from 0; omega is 0.35 at a support of 2
// spacings and less at wider ones, and the corrections have momentum (accelerated_pressure.hpp).
#pragma once

#include <lamella/sph/predictor_corrector.hpp>
#include <lamella/sph/sph_operators.hpp>

namespace lamella {

class PcisphSolenthaler2009 {
public:
    struct Parameters : PredictorCorrectorLimits {
        static constexpr const char* name = "pcisph";
        static constexpr const char* sentence =
            "predicted and corrected positions until the density is met (Solenthaler and Pajarola 2009)";

        static constexpr StepCost cost = kIteratedPressureCost;
        static constexpr bool solves_for_bodies = false;
        static constexpr Real speed_of_sound(Real /*expected_speed*/) { return 0.0f; }
    };

    PcisphSolenthaler2009(const Parameters& p, const SphLiquid& liquid)
        : loop_(p), delta_(stable_relaxation(liquid) / lattice_diagonal(liquid)) {}

    void update(SphLiquid&) {}
    SolveReport make_divergence_free(SphLiquid&, double) { return {}; }
    void add_forces(SphLiquid&) const {}
    SolveReport solve(SphLiquid& liquid, double dt) {
        return loop_.solve(liquid, dt, [&](Index) { return delta_; });
    }
    static Real speed_of_sound() { return 0.0f; }

private:
    PredictorCorrector loop_;
    Real delta_;
};

}  // namespace lamella
