// What a scene says about the SPH solver: one word per list, and the numbers of the chosen methods.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/real.hpp>

#include <variant>

namespace lamella {

// Becker and Teschner 2007, section 3.1.
struct WcsphParameters {
    static constexpr const char* name = "wcsph";
    static constexpr const char* sentence =
        "weakly compressible pressure from the Tait equation (Becker and Teschner 2007)";

    Real density_variation = 0.01f;
    Real gamma = 7.0f;
    Real max_speed = 0.0f;

    static constexpr auto fields() {
        return std::tuple{
            Field{"density_variation", &WcsphParameters::density_variation, "1", range(1e-4, 0.2),
                  "allowed relative density variation eta; the speed of sound is max_speed / sqrt(eta)"},
            Field{"gamma", &WcsphParameters::gamma, "1", range(1, 12), "exponent of the Tait equation"},
            Field{"max_speed", &WcsphParameters::max_speed, "m/s", at_least(0),
                  "expected largest speed; 0 takes it from gravity, the scene's height and its initial speeds"}};
    }
};

using PressureMethod = std::variant<WcsphParameters>;

// Monaghan 1992 as used by Becker and Teschner 2007, eq. 9.
struct ArtificialViscosityParameters {
    static constexpr const char* name = "artificial";
    static constexpr const char* sentence =
        "artificial viscosity between approaching and separating particles (Monaghan 1992)";

    Real alpha = 0.08f;

    static constexpr auto fields() {
        return std::tuple{Field{"alpha", &ArtificialViscosityParameters::alpha, "1", range(0, 2),
                                "strength; the fluid's own viscosity comes on top"}};
    }
};

using ViscosityMethod = std::variant<ArtificialViscosityParameters>;

struct SphParameters {
    static constexpr const char* name = "sph";
    static constexpr const char* sentence = "smoothed particle hydrodynamics";

    PressureMethod pressure;
    ViscosityMethod viscosity;
    Real support = 2.0f;
    Real cfl = 0.4f;
    double max_step = 0.01;
    double min_step = 1e-7;

    static constexpr auto fields() {
        return std::tuple{
            Field{"pressure", &SphParameters::pressure, "", any_value(), "how the liquid resists compression"},
            Field{"viscosity", &SphParameters::viscosity, "", any_value(), "how neighbours share their velocity"},
            Field{"support", &SphParameters::support, "d", range(1.5, 4), "radius at which the kernel is zero"},
            Field{"cfl", &SphParameters::cfl, "1", above(0, 1), "share of the stable time step that is taken"},
            Field{"max_step", &SphParameters::max_step, "s", above(0), "longest time step"},
            Field{"min_step", &SphParameters::min_step, "s", above(0),
                  "shortest time step; a shorter one ends the run"}};
    }
};

}  // namespace lamella
