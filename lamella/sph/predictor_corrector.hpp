// The loop that pcisph and local_poisson share: positions are predicted with the pressures found so far,
// the density there is summed anew, and each pressure is corrected by the density error of its particle,
//
//     x* = x + dt (v* + dt a(p)),   p_i <- max(0, p_i + rho0 k_i (rho(x*)_i / rho0 - 1) / dt^2),
//
// until the mean error of the density is small. The methods differ in the number k_i = omega / S_i. Departure of both:
// the corrections have momentum (accelerated_pressure.hpp), without which a deep column never comes to rest.
#pragma once

#include <lamella/sph/accelerated_pressure.hpp>

namespace lamella {

// What ends the loop.
struct PredictorCorrectorLimits {
    Real density_error = 1e-4f;
    Index min_iterations = 3;
    Index max_iterations = 100;

    static constexpr auto fields() {
        return field_list(Field{"density_error", &PredictorCorrectorLimits::density_error, "1", range(1e-6, 0.1),
                                "mean relative compression that ends the solve"},
                          Field{"min_iterations", &PredictorCorrectorLimits::min_iterations, "", range(1, 1000),
                                "iterations at least"},
                          Field{"max_iterations", &PredictorCorrectorLimits::max_iterations, "", range(1, 10000),
                                "iterations at most; a solve that needs more makes the next steps shorter"});
    }
};

class PredictorCorrector {
public:
    explicit PredictorCorrector(const PredictorCorrectorLimits& limits) : limits_(limits) {}

    // Changes `v` and the column `pressure`, from which it starts.
    SolveReport solve(SphLiquid& liquid, double dt, FunctionRef<Real(Index)> correction);

private:
    void start(const SphLiquid& liquid, Real dt);
    Real predicted_density(const SphLiquid& liquid, Index i) const;
    void predict(SphLiquid& liquid, Real dt);
    double correct(const SphLiquid& liquid, Real dt, FunctionRef<Real(Index)> correction);
    void finish(SphLiquid& liquid, Real dt, bool converged);

    PredictorCorrectorLimits limits_;
    AcceleratedPressure pressure_;
    QuadArray predicted_;         // x*
    QuadArray predicted_solids_;  // x_b + dt v_b and V_b of those that move
};

}  // namespace lamella
