// Mueller, Charypar, Gross 2003, section 3.3: the continuum surface force of a colour field,
//
//     n_i = sum_j V grad W_ij,   a_i = - sigma / rho0 (sum_j V lap W_ij) n_i / |n_i|     where |n_i| > l,
//
// with the poly6 kernel. Solids count as liquid in the colour field, so that no surface appears on them.
// The force is not exchanged in pairs: a free drop drifts.
#pragma once

#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_time_step.hpp>

namespace lamella {

class SurfaceTensionMueller2003 {
public:
    struct Parameters {
        static constexpr const char* name = "mueller2003";
        static constexpr const char* sentence =
            "continuum surface force from the curvature of a colour field (Mueller 2003); drifts";

        Real tension = 0.07f;
        Real threshold = 0.5f;

        static constexpr auto fields() {
            return std::tuple{
                Field{"tension", &Parameters::tension, "N/m", range(0, 1e4), "surface tension (water 0.072)"},
                Field{"threshold", &Parameters::threshold, "1/h", range(0, 10),
                      "least gradient of the colour field at which it acts"}};
        }

        static constexpr StepCost cost{0.0, 0.1e-6};
        double longest_step(double density, double spacing) const { return capillary_step(tension, density, spacing); }
    };

    SurfaceTensionMueller2003(const Parameters& parameters, const SphLiquid& liquid)
        : sigma_over_rho_(parameters.tension / liquid.rest_density),
          threshold_(parameters.threshold / liquid.support) {}

    static constexpr bool keeps_momentum = false;

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;
    static Real energy_density(const SphLiquid&, Index) { return 0.0f; }

private:
    Real sigma_over_rho_;
    Real threshold_;  // l
};

}  // namespace lamella
