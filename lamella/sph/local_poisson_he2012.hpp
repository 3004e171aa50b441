// He, Liu, Li, Wang, Wang 2012: Local Poisson SPH for Viscous Incompressible Fluids, the host of He 2014.
// Prediction and correction as in PCISPH, but every particle's pressure is corrected by its own density
// error over the diagonal of its own row of the Poisson equation: k_i = omega / S_i with S_i of
// sph_operators.hpp, so that particles at walls and surfaces get the correction that their neighbourhood
// needs.
//
// Departures: the diagonal is that of the discrete operator which the pressure force and the density obey,
// instead of a Laplacian; omega relaxes and corrections have momentum, as in PCISPH; neighbourhoods that are nearly
// empty use at least a tenth of the full lattice's diagonal.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/sph/predictor_corrector.hpp>
#include <lamella/sph/sph_operators.hpp>

namespace lamella {

class LocalPoissonHe2012 {
public:
    struct Parameters : PredictorCorrectorLimits {
        static constexpr const char* name = "local_poisson";
        static constexpr const char* sentence =
            "prediction and correction, each particle by its own row of the Poisson equation (He 2012)";

        static constexpr StepCost cost = kIteratedPressureCost;
        static constexpr bool solves_for_bodies = false;
        static constexpr Real speed_of_sound(Real /*expected_speed*/) { return 0.0f; }
    };

    LocalPoissonHe2012(const Parameters& p, const SphLiquid& liquid)
        : loop_(p), relaxation_(stable_relaxation(liquid)), least_(0.1f * lattice_diagonal(liquid)) {}

    void update(SphLiquid& liquid) {
        correction_.resize(liquid.size());
        parallel_for("diagonal", liquid.size(),
                     [&](Index i) { correction_[i] = relaxation_ / std::max(liquid.response.w(i), least_); });
    }
    SolveReport make_divergence_free(SphLiquid&, double) { return {}; }
    void add_forces(SphLiquid&) const {}
    SolveReport solve(SphLiquid& liquid, double dt) {
        return loop_.solve(liquid, dt, [&](Index i) { return correction_[i]; });
    }
    static Real speed_of_sound() { return 0.0f; }

private:
    PredictorCorrector loop_;
    Real relaxation_;  // omega
    Real least_;
    std::vector<Real> correction_;
};

}  // namespace lamella
