// How a solid is sampled with particles (Keiser 2006, 5.7), as a scene says it.
#pragma once

#include <lamella/core/fields.hpp>

#include <variant>

namespace lamella {

struct RegularSampling {
    static constexpr const char* name = "regular";
    static constexpr const char* sentence = "one particle for each cell of a cubic lattice";

    static constexpr auto fields() { return field_list(); }
};

struct OctreeSampling {
    static constexpr const char* name = "octree";
    static constexpr const char* sentence =
        "cells of a balanced octree, fine at the skin and coarse inside (Keiser 2006)";
    Index levels = 3;

    static constexpr auto fields() {
        return field_list(Field{"levels", &OctreeSampling::levels, "1", range(1, 6),
                                "how many times cells are doubled on the way inside; those at the skin are a spacing"});
    }
};
using Sampling = std::variant<RegularSampling, OctreeSampling>;

}  // namespace lamella
