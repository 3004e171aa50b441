// Parameters once: a parameter is a member with a default, and one Field line that gives its name, unit,
// range and sentence. The scene reader, `--set`, the JSON Schema, `lamella describe` and the docs walk
// fields() of a struct and the alternatives of a std::variant; nothing else names a parameter.
//
//     struct Sphere {
//         static constexpr const char* name = "sphere";
//         static constexpr const char* sentence = "a ball";
//         Vec3 centre = Vec3::Zero();
//         Real radius = 0.0f;
//         static constexpr auto fields() {
//             return field_list(Field{"centre", &Sphere::centre, "m", any_value(), "its centre"},
//                               Field{"radius", &Sphere::radius, "m", above(0), "its radius"}.required());
//         }
//     };
//     using Shape = std::variant<Box, Sphere>;   // {"type": "sphere", "radius": 1}
#pragma once

#include <lamella/core/real.hpp>

#include <array>
#include <limits>

namespace lamella {

// Allowed values of a number, of each component of a vector, or of the length of a list of numbers.
struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool min_open = false;  // min itself is not allowed

    constexpr bool contains(double v) const { return (min_open ? v > min : v >= min) && v <= max; }
};
constexpr Range any_value() { return {}; }
constexpr Range range(double min, double max) { return {min, max, false}; }
constexpr Range above(double min, double max = std::numeric_limits<double>::infinity()) { return {min, max, true}; }
constexpr Range at_least(double min) { return {min, std::numeric_limits<double>::infinity(), false}; }

template <class Owner, class T>
struct Field {
    const char* name;
    T Owner::*member;
    const char* unit;  // SI, "1" for a pure number, "d" for particle spacings, "" where it has none
    Range range;
    const char* sentence;
    bool is_required = false;
    bool is_silent = false;

    constexpr Field(const char* name_, T Owner::*member_, const char* unit_, Range range_, const char* sentence_)
        : name(name_), member(member_), unit(unit_), range(range_), sentence(sentence_) {}

    constexpr Field required() const {
        Field copy = *this;
        copy.is_required = true;
        return copy;
    }
    // A parameter that came later: at its default it is not in the canonical text of a scene, so that scenes from
    // before it keep their hash.
    constexpr Field silent() const {
        Field copy = *this;
        copy.is_silent = true;
        return copy;
    }
};

// What fields() gives: calls visit(field) for each field. A closure, as scenes have hundreds of fields and a std::tuple
// of them costs seconds of every source that sees a scene.
template <class... F>
constexpr auto field_list(F... fields) {
    return [=](auto& visit) { (visit(fields), ...); };
}

// The words of an enumeration in its order; specialise for each enum that is a parameter:
//     template <> inline constexpr auto enum_words<Lattice> = std::array{"cubic", "hexagonal"};
template <class Enum>
inline constexpr auto enum_words = std::array<const char*, 0>{};

template <class T>
concept HasFields = requires { T::fields(); };

// Calls visit(field) for every parameter of T.
template <class T, class Visit>
constexpr void for_each_field(Visit&& visit) {
    T::fields()(visit);
}

}  // namespace lamella
