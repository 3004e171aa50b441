// What a scene says of emitters that are no shapes, and how fast liquid comes out of any.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <vector>

namespace lamella {

struct SpeedKey {
    double time = 0.0;
    Real speed = 0.0f;

    static constexpr auto fields() {
        return field_list(Field{"time", &SpeedKey::time, "s", any_value(), "when"}.required(),
                          Field{"speed", &SpeedKey::speed, "m/s", at_least(0), "how fast then"}.required());
    }
};

struct DiscEmitter {
    static constexpr const char* name = "disc";
    static constexpr const char* sentence = "a round nozzle that emits a jet along its direction";

    Vec3 centre = Vec3::Zero();
    Vec3 direction = Vec3(0.0f, -1.0f, 0.0f);
    Real radius = 0.0f;
    Real speed = 1.0f;
    std::vector<SpeedKey> speed_keys;
    double start = 0.0;
    double stop = 1e9;

    static constexpr auto fields() {
        return field_list(
            Field{"centre", &DiscEmitter::centre, "m", any_value(), "the centre of the disc"}.required(),
            Field{"direction", &DiscEmitter::direction, "1", any_value(), "where the jet goes; any length but zero"},
            Field{"radius", &DiscEmitter::radius, "m", above(0), "the radius of the disc"}.required(),
            Field{"speed", &DiscEmitter::speed, "m/s", above(0), "the speed of the jet"},
            Field{"speed_keys", &DiscEmitter::speed_keys, "", any_value(),
                  "a table of times and speeds instead of 'speed'; linear between its keys, constant beyond them"}
                .silent(),
            Field{"start", &DiscEmitter::start, "s", at_least(0), "when the jet starts"},
            Field{"stop", &DiscEmitter::stop, "s", at_least(0), "when the jet stops"});
    }
};

// How fast liquid leaves a nozzle, seen from the nozzle.
struct JetSpeed {
    Real constant = 1.0f;
    std::vector<SpeedKey> keys;  // in the order of their times; none: the constant
    double start = 0.0;
    double stop = 1e9;

    bool open(double t) const { return t >= start && t < stop; }
    Real at(double t) const;           // whether open or not
    double travelled(double t) const;  // the integral of the speed from the start, m
    Real fastest() const;
};

}  // namespace lamella
