// Colours by a rule, where there is no picture. A pattern is as wide as a picture: it repeats with it.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <cmath>
#include <variant>

namespace lamella {

struct PlainPattern {
    static constexpr const char* name = "colour";
    static constexpr const char* sentence = "one colour";
    Vec3 colour = Vec3(0.70f, 0.68f, 0.64f);

    static constexpr auto fields() {
        return field_list(Field{"colour", &PlainPattern::colour, "1", range(0, 1), "the colour"});
    }
    Vec3 at(const Vec3&) const { return colour; }
};

struct CheckerPattern {
    static constexpr const char* name = "checker";
    static constexpr const char* sentence = "tiles of two colours";
    Vec3 colour = Vec3(0.85f, 0.82f, 0.74f);
    Vec3 other_colour = Vec3(0.12f, 0.24f, 0.45f);
    Real columns = 8.0f;
    Real rows = 8.0f;

    static constexpr auto fields() {
        return field_list(
            Field{"colour", &CheckerPattern::colour, "1", range(0, 1), "colour of every other tile"},
            Field{"other_colour", &CheckerPattern::other_colour, "1", range(0, 1), "colour of the tiles between"},
            Field{"columns", &CheckerPattern::columns, "1", above(0), "tiles side by side; also into the depth"},
            Field{"rows", &CheckerPattern::rows, "1", above(0), "tiles one above the other"});
    }
    Vec3 at(const Vec3& place) const {
        const Vec3 tile = place.cwiseProduct(Vec3(columns, rows, columns)).array().floor();
        return std::fmod(std::abs(tile.sum()), 2.0f) < 0.5f ? colour : other_colour;
    }
};

struct StripePattern {
    static constexpr const char* name = "stripes";
    static constexpr const char* sentence = "stripes of two colours, one above the other";
    Vec3 colour = Vec3(0.85f, 0.82f, 0.74f);
    Vec3 other_colour = Vec3(0.60f, 0.10f, 0.08f);
    Real rows = 8.0f;
    Real share = 0.5f;

    static constexpr auto fields() {
        return field_list(
            Field{"colour", &StripePattern::colour, "1", range(0, 1), "colour of every other stripe"},
            Field{"other_colour", &StripePattern::other_colour, "1", range(0, 1), "colour of the stripes between"},
            Field{"rows", &StripePattern::rows, "1", above(0), "pairs of stripes over the height of the picture"},
            Field{"share", &StripePattern::share, "1", range(0, 1), "of a pair that has the first colour"});
    }
    Vec3 at(const Vec3& place) const {
        const Real row = place.y() * rows;
        return row - std::floor(row) < share ? colour : other_colour;
    }
};

using Pattern = std::variant<CheckerPattern, StripePattern>;

inline Vec3 colour_at(const Pattern& pattern, const Vec3& place) {
    return std::visit([&](const auto& method) { return method.at(place); }, pattern);
}

}  // namespace lamella
