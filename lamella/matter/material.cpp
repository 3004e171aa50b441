#include <lamella/core/error.hpp>
#include <lamella/matter/material.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

Real common_density(std::span<const PhaseMaterial> materials) {
    if (materials.empty()) throw InputError("a liquid needs the constants of at least one material");
    for (const PhaseMaterial& m : materials)
        if (m.density != materials[0].density)
            throw InputError(fmt::format("the liquids have densities of {} and {} kg/m^3; this solver knows only one",
                                         materials[0].density, m.density));
    return materials[0].density;
}

Real largest_viscosity(std::span<const PhaseMaterial> materials) {
    Real largest = 0.0f;
    for (const PhaseMaterial& m : materials) largest = std::max(largest, m.viscosity);
    return largest;
}

bool one_viscosity(std::span<const PhaseMaterial> materials) {
    return std::all_of(materials.begin(), materials.end(),
                       [&](const PhaseMaterial& m) { return m.viscosity == materials[0].viscosity; });
}

}  // namespace lamella
