#include <lamella/foam/foam_settings.hpp>

#include <fmt/format.h>

namespace lamella {

FoamSettings::Fault FoamSettings::fault() const {
    struct Pair {
        const char* name;
        Real min, max;
        bool may_be_equal;
    };
    for (const Pair& pair :
         {Pair{"trapped_air", trapped_air_min, trapped_air_max, false},
          Pair{"wave_crest", wave_crest_min, wave_crest_max, false},
          Pair{"kinetic_energy", kinetic_energy_min, kinetic_energy_max, false},
          Pair{"lifetime", lifetime_min, lifetime_max, true}, Pair{"radius", radius_min, radius_max, true}})
        if (pair.min > pair.max || (pair.min == pair.max && !pair.may_be_equal))
            return {fmt::format("{}_max", pair.name),
                    fmt::format("it is {}, which is not above '{}_min', {}", pair.max, pair.name, pair.min)};
    if (bubbles_above < spray_below - 1)
        return {"bubbles_above", fmt::format("it is {}, below 'spray_below', {}", bubbles_above, spray_below)};
    return {};
}

}  // namespace lamella
