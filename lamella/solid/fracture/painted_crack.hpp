// Cracks that open where somebody has painted them on the skin (Keiser 2006, 5.6.6): a strip across the skin along a
// curve, down to a depth, from which the crack then runs on into the solid as others do, with a toughness and a history
// of its own (crack_strip.hpp).
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <optional>
#include <vector>

namespace lamella {

struct PaintedCrack {
    std::vector<Vec3> points;
    bool closed = false;
    Real depth = 0.0f;
    Real strength = 0.0f;
    std::optional<Real> toughness;
    std::optional<Real> history;
    std::vector<Real> times;

    static constexpr auto fields() {
        using P = PaintedCrack;
        return field_list(
            Field{"points", &P::points, "m", any_value(),
                  "on the skin at rest; between them straight lines, put down on the skin"},
            Field{"closed", &P::closed, "", any_value(), "whether the last point is followed by the first"},
            Field{"depth", &P::depth, "m", at_least(0),
                  "to which it is open at once; at least 1.2 spacings, which is what 0 says"},
            Field{"strength", &P::strength, "Pa", at_least(0), "tension across it at which it opens; 0: by itself"},
            Field{"toughness", &P::toughness, "J/m^2", at_least(0),
                  "above which it runs on into the solid, without it that of the solid; 0: wherever it is pulled"},
            Field{"history", &P::history, "1", range(0, 1), "as that of the solid, without it that one"},
            Field{"times", &P::times, "s", at_least(0),
                  "before which it stays closed: for all of it, or times at even distances along the curve"});
    }
};

}  // namespace lamella
