// What a scene says of a skin of surfels.
#pragma once

#include <lamella/core/fields.hpp>

namespace lamella {

struct SurfelParameters {
    static constexpr const char* name = "surfels";
    static constexpr const char* sentence = "discs that overlap (Keiser 2006), which split where they are drawn out";
    Real spacing = 0.25f;
    Real split = 2.0f;
    Real crease_angle = 40.0f;

    static constexpr auto fields() {
        using P = SurfelParameters;
        return field_list(
            Field{"spacing", &P::spacing, "spacings", range(0.01, 1),
                  "distance of the surfels in those of the particles; their number goes with its square"},
            Field{"split", &P::split, "1", range(1.2, 100),
                  "how many times as long as at rest a surfel may become before it is split in two"},
            Field{"crease_angle", &P::crease_angle, "degrees", range(5, 180),
                  "between the normals at an edge, from which on the edge is sharp and cuts off what reaches beyond"});
    }
};

}  // namespace lamella
