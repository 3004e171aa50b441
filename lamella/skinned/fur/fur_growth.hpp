// Strands that grow on a skin at rest: evenly spread roots, each with a strand that begins along the normal, leans over
// towards its tip, and winds about its own middle line.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/matter/body_skin.hpp>

#include <cstdint>

namespace lamella {

struct FurGrowth {
    static constexpr double kMostStrands = 4e6;
    static constexpr Real kBald = 0.02f;  // where the factor of the length is below this nothing grows

    Real density = 20000.0f;
    Real length = 0.04f;
    Real radius = 4e-5f;
    Real tip = 0.3f;
    Real hairs = 1.0f;
    Real curl = 0.0f;
    Real curls = 2.0f;
    Vec3 comb = Vec3::Zero();
    Real scatter = 0.2f;

    static constexpr auto fields() {
        return field_list(
            Field{"density", &FurGrowth::density, "1/m^2", above(0, 1e9), "strands on a square metre of skin"},
            Field{"length", &FurGrowth::length, "m", above(0, 10), "of a strand, along itself"},
            Field{"radius", &FurGrowth::radius, "m", above(0, 1), "of a hair at its root"},
            Field{"tip", &FurGrowth::tip, "1", range(0, 1), "radius at the tip over that at the root"},
            Field{"hairs", &FurGrowth::hairs, "1", range(1, 1e6),
                  "that each strand stands for: it is as thick as all of them together"},
            Field{"curl", &FurGrowth::curl, "1", range(0, 0.5), "radius of its curls over its length; 0: straight"},
            Field{"curls", &FurGrowth::curls, "", range(0.25, 16), "turns from root to tip"},
            Field{"comb", &FurGrowth::comb, "1", any_value(),
                  "where tips lean over to, along the skin; its length is the tangent of their angle"},
            Field{"scatter", &FurGrowth::scatter, "1", range(0, 1),
                  "how much strands differ: some are shorter by up to this share, and lean by its tangent"});
    }
};

// `length` is a factor of the length at each root; none: 1. InputError for more than kMostStrands strands.
RootedStrands grow_fur(const TriangleMesh& skin, const FurGrowth& growth, const SkinNumber& length, std::uint64_t seed);

// Strands whose first points lie on a skin, within `reach` of it, joined to it there. InputError, beginning with
// `name`, where they do not, where there is none, and for strands of one point.
RootedStrands rooted_on(const TriangleMesh& skin, Strands strands, Real hairs, Real reach, const std::string& name);

}  // namespace lamella
