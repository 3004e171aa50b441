// How a solid breaks, as a scene says it: its material, cracks painted on the skin, strength painted into the solid.
#pragma once

#include <lamella/core/input_file.hpp>
#include <lamella/geometry/paint/projections.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/solid/fracture/fracture_parameters.hpp>
#include <lamella/solid/fracture/painted_crack.hpp>

#include <optional>
#include <variant>
#include <vector>

namespace lamella {

// A crack along a curve of points, or along each strand of a file.
struct PaintedCurve {
    PaintedCrack crack;
    std::optional<InputFile> file;

    static constexpr auto fields() {
        return field_list(
            Field{"", &PaintedCurve::crack, "", any_value(), "the crack"},
            Field{"file", &PaintedCurve::file, "", at_least(1),
                  "strands in place of 'points', each a curve: BGEO with curves, or points with 'curve'"});
    }
};

struct ImageStrength {
    static constexpr const char* name = "image";
    static constexpr const char* sentence = "a picture thrown through the solid: white has the factor, black has not";
    InputFile file;
    std::variant<PlanarProjection, SphericalProjection, SolidProjection> projection;

    static constexpr auto fields() {
        return field_list(
            Field{"file", &ImageStrength::file, "", at_least(1), "PNG, as sRGB"}.required(),
            Field{"projection", &ImageStrength::projection, "", any_value(), "how it lies; it is repeated"});
    }
};

struct NoiseStrength {
    static constexpr const char* name = "noise";
    static constexpr const char* sentence = "smooth blotches with and without the factor";
    Real length = 0.1f;
    Index seed = 0;

    static constexpr auto fields() {
        return field_list(Field{"length", &NoiseStrength::length, "m", above(0), "of the blotches"},
                          Field{"seed", &NoiseStrength::seed, "1", at_least(0), "another number, other blotches"});
    }
};

using StrengthSource = std::variant<BoxShape, SphereShape, CylinderShape, ImageStrength, NoiseStrength>;

struct StrengthCoat {
    StrengthSource source;
    Real factor = 3.0f;
    bool outside = false;

    static constexpr auto fields() {
        return field_list(Field{"", &StrengthCoat::source, "", any_value(), "where it is painted"},
                          Field{"factor", &StrengthCoat::factor, "1", above(0),
                                "on the strength there, and on the stress at which cracks run"},
                          Field{"outside", &StrengthCoat::outside, "", any_value(), "painted everywhere else instead"});
    }
};

struct SceneFracture {
    FractureParameters law;
    std::vector<PaintedCurve> cracks;
    std::vector<StrengthCoat> strength_paint;

    static constexpr auto fields() {
        return field_list(Field{"", &SceneFracture::law, "", any_value(), "how its matter breaks"},
                          Field{"cracks", &SceneFracture::cracks, "", any_value(),
                                "cracks that open along curves painted on the skin"}
                              .silent(),
                          Field{"strength_paint", &SceneFracture::strength_paint, "", any_value(),
                                "factors on the strength, painted one over the other"}
                              .silent());
    }
};

}  // namespace lamella
