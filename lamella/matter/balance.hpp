// What there is of some matter, and what came and went since the start.
#pragma once

#include <lamella/core/vec.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lamella {

struct Balance {
    std::int64_t particles = 0;
    double mass = 0.0;                         // kg
    double volume = 0.0;                       // m^3, at rest
    double mass_in = 0.0;                      // kg, let in by emitters
    double mass_out = 0.0;                     // through open faces and into sinks
    double mass_created = 0.0;                 // out of nothing
    double mass_removed = 0.0;                 // that should not have been
    Vec3d momentum = Vec3d::Zero();            // kg m/s
    Vec3d angular_momentum = Vec3d::Zero();    // kg m^2/s about the centre that was asked for
    double kinetic_energy = 0.0;               // J
    double potential_energy = 0.0;             // J, in gravity, zero at that centre
    std::optional<double> elastic_energy;      // J, of matter that keeps a shape
    std::optional<double> dissipated_energy;   // J, by plastic flow, impacts and friction since the start
    std::optional<double> density_error_mean;  // relative compression
    std::optional<double> density_error_largest;
};

// Mean errors are weighted by the particles.
Balance sum_of(const std::map<std::string, Balance>& parts);

}  // namespace lamella
