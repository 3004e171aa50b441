// Matter that creeps under a strain above its limit and keeps the shape (Keiser 2006, 5.27). The distortion (the
// deviator of the elastic strain, in the Frobenius norm) above the limit decays with the rate,
//
//     eps_p += (1 - exp(-rate dt)) (1 - limit / |eps_e|) eps_e.
//
// Departures: only the deviator flows, so that volume stays (the printed rule lets it go); the exponential holds for
// any step; the flow ends at the limit instead of passing it.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/solid/elastic_constants.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

class CreepKeiser2006 {
public:
    static constexpr bool flows = true;

    struct Parameters {
        static constexpr const char* name = "creep";
        static constexpr const char* sentence = "creeps where the strain is above a limit, and keeps the shape";
        Real yield_strain = 0.02f;
        Real rate = 20.0f;
        Real most = 10.0f;

        static constexpr auto fields() {
            return field_list(Field{"yield_strain", &Parameters::yield_strain, "1", at_least(0),
                                    "norm of the strain's deviator up to which matter is elastic"},
                              Field{"rate", &Parameters::rate, "1/s", above(0), "how fast what is above it flows"},
                              Field{"most", &Parameters::most, "1", above(0),
                                    "norm of the plastic strain at which matter flows no farther"});
        }
    };

    CreepKeiser2006(const Parameters& parameters, const ElasticConstants&) : parameters_(parameters) {}

    // The share of the distortion that is left after dt; what flows is added to `flow`.
    template <class Trial>
    Real share_left(const Trial& trial, Real flowed, Real dt, Real& flow) const {
        const Real distortion = trial.distortion();
        if (distortion <= parameters_.yield_strain || flowed >= parameters_.most) return 1.0f;
        const Real gone = -std::expm1(-parameters_.rate * dt) * (1.0f - parameters_.yield_strain / distortion);
        flow += gone * distortion;
        return 1.0f - gone;
    }

private:
    Parameters parameters_;
};

}  // namespace lamella
