// Metal: von Mises plasticity with linear hardening by the return mapping of Simo 1988 for large strains (Simo and
// Hughes 1998, box 9.1). With the trial stress s = 2 mu d (d the distortion) and the mean mu' = mu tr(b) / 3,
//
//     f = |s| - sqrt(2/3) (yield + hardening flow) > 0:   gamma = f / (2 mu' + 2/3 hardening),
//     s <- s (1 - 2 mu' gamma / |s|),   flow += sqrt(2/3) gamma.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/solid/elastic_constants.hpp>

#include <cmath>

namespace lamella {

class J2Simo1988 {
public:
    static constexpr bool flows = true;

    struct Parameters {
        static constexpr const char* name = "j2";
        static constexpr const char* sentence = "metal: yields at von Mises' stress and hardens as it flows";
        Real yield_stress = 0.0f;
        Real hardening = 0.0f;

        static constexpr auto fields() {
            return field_list(Field{"yield_stress", &Parameters::yield_stress, "Pa", above(0), "in tension"}.required(),
                              Field{"hardening", &Parameters::hardening, "Pa", at_least(0),
                                    "how much the yield stress rises for each unit of plastic strain"});
        }
    };

    J2Simo1988(const Parameters& parameters, const ElasticConstants& constants)
        : parameters_(parameters), mu_(constants.shear()) {}

    template <class Trial>
    Real share_left(const Trial& trial, Real, Real, Real& flow) const {
        const Real root = std::sqrt(2.0f / 3.0f);
        const Real stress = 2.0f * mu_ * trial.distortion();
        const Real above = stress - root * (parameters_.yield_stress + parameters_.hardening * flow);
        if (above <= 0.0f) return 1.0f;
        const Real mean = 2.0f * mu_ * trial.mean_stretch();
        const Real gamma = above / (mean + 2.0f / 3.0f * parameters_.hardening);
        flow += root * gamma;
        return 1.0f - mean * gamma / stress;
    }

private:
    Parameters parameters_;
    Real mu_;
};

}  // namespace lamella
