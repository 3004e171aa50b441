// What a scene's `foam` key says: how spray, foam and bubbles come from a liquid, move and vanish. `foam: {}` is meant
// to do something sensible for water from a bath tub to a harbour.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <array>
#include <optional>
#include <string>

namespace lamella {

// What whitewater is, and how its parts are named.
enum class WhitewaterKind { spray, foam, bubbles };
inline constexpr std::array kWhitewaterNames{"spray", "foam", "bubbles"};

struct FoamSettings {
    Real trapped_air_rate = 400.0f;
    Real wave_crest_rate = 4000.0f;
    std::optional<Real> reference_speed;
    Real trapped_air_min = 0.28f;
    Real trapped_air_max = 1.0f;
    Real wave_crest_min = 0.1f;
    Real wave_crest_max = 0.5f;
    Real kinetic_energy_min = 0.5f;
    Real kinetic_energy_max = 2.0f;
    Index spray_below = 6;
    Index bubbles_above = 20;
    Real lifetime_min = 0.5f;
    Real lifetime_max = 3.0f;
    Real radius_min = 0.05f;
    Real radius_max = 0.15f;
    Real spread = 0.15f;
    std::optional<Vec3> gravity;
    Vec3 wind = Vec3::Zero();
    Real spray_drag = 0.44f;
    Real rise_speed = 0.3f;
    Index max_particles = 2'000'000;

    static constexpr auto fields() {
        using F = FoamSettings;
        return field_list(
            Field{"trapped_air_rate", &F::trapped_air_rate, "1/s", range(0, 1e7),
                  "how many are born a second at a particle where air is trapped most"},
            Field{"wave_crest_rate", &F::wave_crest_rate, "1/s", range(0, 1e7),
                  "how many are born a second at a particle of the sharpest crest"},
            Field{"reference_speed", &F::reference_speed, "m/s", above(0, 1e6),
                  "the speed that the limits below are measured by (default: 1 m/s, from which on water traps air, or "
                  "2 sqrt(g d) where that is more)"},
            Field{"trapped_air_min", &F::trapped_air_min, "1", range(0, 1e3),
                  "speed of neighbours towards each other, in reference speeds, below which no air is trapped"},
            Field{"trapped_air_max", &F::trapped_air_max, "1", range(0, 1e3), "and from which on most is"},
            Field{"wave_crest_min", &F::wave_crest_min, "1", range(0, 1e3),
                  "bend of the surface below which it is no crest: a cylinder of radius R has about 1.3 (d / R)^2"},
            Field{"wave_crest_max", &F::wave_crest_max, "1", range(0, 1e3), "and from which on it is the sharpest"},
            Field{"kinetic_energy_min", &F::kinetic_energy_min, "1", range(0, 1e6),
                  "square of the speed, in reference speeds, below which nothing is born"},
            Field{"kinetic_energy_max", &F::kinetic_energy_max, "1", range(0, 1e6), "and from which on most is"},
            Field{"spray_below", &F::spray_below, "1", range(0, 1000),
                  "with fewer particles of liquid within 2 spacings it is spray"},
            Field{"bubbles_above", &F::bubbles_above, "1", range(0, 1000),
                  "with more it is a bubble, between the two it is foam; deep in liquid there are 33"},
            Field{"lifetime_min", &F::lifetime_min, "s", range(0, 1e6), "how long foam lasts that was hardly born"},
            Field{"lifetime_max", &F::lifetime_max, "s", range(0, 1e6), "and where most of it was"},
            Field{"radius_min", &F::radius_min, "d", above(0, 10), "radius of the smallest, in particle spacings"},
            Field{"radius_max", &F::radius_max, "d", above(0, 10), "radius of the largest"},
            Field{"spread", &F::spread, "1", range(0, 10),
                  "speed sideways at birth, and forward at a crest, in shares of the parent's speed"},
            Field{"gravity", &F::gravity, "m/s^2", any_value(),
                  "acceleration of spray, and against it bubbles rise (default: the scene's; of files 9.81 downwards)"},
            Field{"wind", &F::wind, "m/s", any_value(), "velocity of the air that slows or carries spray"},
            Field{"spray_drag", &F::spray_drag, "1", range(0, 100), "drag coefficient of drops in air (ball: 0.44)"},
            Field{"rise_speed", &F::rise_speed, "m/s", above(0, 100),
                  "the speed at which bubbles rise in still liquid"},
            Field{"max_particles", &F::max_particles, "1", range(0, 100'000'000),
                  "as many there are at most; what would be born beyond is left out, and said"});
    }

    // A parameter that does not fit another one, and what is wrong; an empty name where all fit.
    struct Fault {
        std::string name;
        std::string sentence;
    };
    Fault fault() const;
};

}  // namespace lamella
