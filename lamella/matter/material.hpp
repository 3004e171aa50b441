// The constants of a material. A liquid has one row for each of its phases, which its particles name by the column
// `phase`.
#pragma once

#include <lamella/core/real.hpp>

#include <span>
#include <vector>

namespace lamella {

struct PhaseMaterial {
    Real density = 1000.0f;  // at rest, kg/m^3
    Real viscosity = 0.0f;   // dynamic, Pa s

    Real particle_mass(Real spacing) const { return density * spacing * spacing * spacing; }
    friend bool operator==(const PhaseMaterial&, const PhaseMaterial&) = default;
};

using PhaseMaterials = std::vector<PhaseMaterial>;

// The density that all materials have, for methods that know only one; an InputError where they differ.
Real common_density(std::span<const PhaseMaterial> materials);

Real largest_viscosity(std::span<const PhaseMaterial> materials);

// Whether all have the same one.
bool one_viscosity(std::span<const PhaseMaterial> materials);

}  // namespace lamella
