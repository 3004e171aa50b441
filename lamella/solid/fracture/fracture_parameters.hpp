// What a scene says of how a solid breaks.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <vector>

namespace lamella {

// A flat crack that is there at the start, a parallelogram. Where it ends inside the solid it may run on; what it cuts
// off whole is a fragment.
struct Notch {
    Vec3 corner = Vec3::Zero();
    Vec3 first_side = Vec3::Zero();
    Vec3 second_side = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(
            Field{"corner", &Notch::corner, "m", any_value(), "one of its corners"}.required(),
            Field{"first_side", &Notch::first_side, "m", any_value(), "from there to the next one"}.required(),
            Field{"second_side", &Notch::second_side, "m", any_value(), "and to the one before"}.required());
    }
};

struct FractureParameters {
    Real strength = 0.0f;
    Real toughness = 0.0f;
    Real noise = 0.2f;
    Real noise_length = 0.0f;
    Real crack_distance = 0.0f;
    Real ductile_strain = 0.0f;
    Real damping = 0.05f;
    Real history = 0.0f;
    Real roughness = 0.0f;
    Real roughness_length = 0.0f;
    std::vector<Notch> notches;

    static constexpr auto fields() {
        using P = FractureParameters;
        return field_list(
            Field{"strength", &P::strength, "Pa", above(0), "largest tension at which a crack begins"}.required(),
            Field{"toughness", &P::toughness, "J/m^2", above(0),
                  "energy for each area of crack, above which cracks run"}
                .required(),
            Field{"noise", &P::noise, "1", range(0, 0.9), "by which share the strength differs from place to place"},
            Field{"noise_length", &P::noise_length, "m", at_least(0),
                  "size of the places of one strength; 0 is 4 spacings"},
            Field{"crack_distance", &P::crack_distance, "m", at_least(0),
                  "from a running crack, within which no other begins; 0 is 3 spacings"},
            Field{"ductile_strain", &P::ductile_strain, "1", at_least(0),
                  "plastic strain at which almost no strength is left; 0 leaves the strength as it is"},
            Field{"damping", &P::damping, "1", range(0, 0.2),
                  "share of a pair's velocity along its line that goes in each step once a crack runs; or pieces "
                  "ring and go on to break"},
            Field{"history", &P::history, "1", range(0, 1),
                  "share of a crack's way that is the one it has; 0 follows the stress alone, 1 goes straight on"}
                .silent(),
            Field{"roughness", &P::roughness, "m", at_least(0),
                  "by how much the faces of fracture of the meshes go up and down; at most half a spacing"}
                .silent(),
            Field{"roughness_length", &P::roughness_length, "m", at_least(0),
                  "of the largest bumps of these; 0 is 3 spacings"}
                .silent(),
            Field{"notches", &P::notches, "", any_value(), "cracks that are there at the start"});
    }
};

}  // namespace lamella
