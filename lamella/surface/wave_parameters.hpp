// Capillary waves on a tracked surface (tracking/waves/): what a scene says of them.
#pragma once

#include <lamella/core/fields.hpp>

namespace lamella {

struct WaveParameters {
    Real tension = 0.0728f;
    Real density = 1000.0f;
    Real length = 12.0f;
    Real damping = 0.02f;
    Real hold = 0.1f;
    Real excite = 0.3f;
    Real impact = 0.3f;
    Real highest = 0.5f;

    static constexpr auto fields() {
        return field_list(
            Field{"tension", &WaveParameters::tension, "N/m", range(0, 1e4), "surface tension that drives them"},
            Field{"density", &WaveParameters::density, "kg/m^3", above(0), "of the liquid below"},
            Field{"length", &WaveParameters::length, "cell", range(6, 100),
                  "waves of this length have the speed of those on deep liquid; from half to four thirds of it within "
                  "8 %"},
            Field{"damping", &WaveParameters::damping, "1", range(0, 1),
                  "share of the critical damping; 0.02 halves a wave in about five periods"},
            Field{"hold", &WaveParameters::hold, "1", range(0, 0.1),
                  "pull towards the surface of the particles: its frequency over that of waves of 'length'"},
            Field{"excite", &WaveParameters::excite, "1", range(0, 2),
                  "share of what projection takes off the surface that becomes waves"},
            Field{"impact", &WaveParameters::impact, "1", range(0, 2),
                  "share of sudden changes of the surface's own velocity that becomes waves"},
            Field{"highest", &WaveParameters::highest, "cell", above(0, 1), "no wave is higher"});
    }
};

}  // namespace lamella
