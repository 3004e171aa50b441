// The loop that pcisph and local_poisson share: positions are predicted with the pressures found so far,
// the density there is summed anew, and each pressure is corrected by the density error of its particle,
//
//     x* = x + dt (v* + dt a(P)),   P_i <- max(0, P_i + k_i (rho(x*)_i / rho0 - 1) / dt^2),
//
// until the mean compression is small. The methods differ in the number k_i = omega / S_i.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/solve_report.hpp>
#include <lamella/sph/pressure_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

// omega: 1/2 at a support of 2 spacings, less at wider ones (sph_operators.hpp, largest_lattice_ratio).
Real stable_relaxation(const SphLiquid& liquid);

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
    std::vector<Real> pressure_;  // P
    QuadArray predicted_;         // x*
    QuadArray predicted_solids_;  // x_b + dt v_b and V_b of those that move
};

}  // namespace lamella
