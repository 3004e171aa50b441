// What a scene paints on the skin of an obstacle and lets grow on it.
#pragma once

#include <lamella/core/input_file.hpp>
#include <lamella/geometry/paint/projections.hpp>
#include <lamella/scene/scene_shape.hpp>
#include <lamella/skinned/fur/fur_growth.hpp>

#include <optional>
#include <variant>

namespace lamella {

struct VertexPaint {
    static constexpr const char* name = "colour";
    static constexpr const char* sentence = "the vertex colours of the mesh (Cd), by their brightness";
    static constexpr auto fields() { return field_list(); }
};

struct ImageOnSkin {
    static constexpr const char* name = "image";
    static constexpr const char* sentence = "the brightness of a picture, as its bytes have it";
    InputFile file;
    Projection projection;

    static constexpr auto fields() {
        return field_list(
            Field{"file", &ImageOnSkin::file, "", at_least(1), "PNG, relative to the scene file"}.required(),
            Field{"projection", &ImageOnSkin::projection, "", any_value(), "how it lies on the skin at rest"});
    }
};

struct ShapeOnSkin {
    static constexpr const char* name = "shape";
    static constexpr const char* sentence = "white within a shape, black outside";
    Shape shape;

    static constexpr auto fields() {
        return field_list(
            Field{"shape", &ShapeOnSkin::shape, "", any_value(), "where the skin at rest lies in it"}.required());
    }
};

using SkinPaintSource = std::variant<VertexPaint, ImageOnSkin, ShapeOnSkin>;

// A factor over a skin: between `low` and `high` by the paint's brightness.
struct SkinPaint {
    SkinPaintSource source;
    Real low = 0.0f;
    Real high = 1.0f;

    static constexpr auto fields() {
        return field_list(Field{"", &SkinPaint::source, "", any_value(), "what is painted"},
                          Field{"low", &SkinPaint::low, "1", range(0, 1e3), "the factor where the paint is black"},
                          Field{"high", &SkinPaint::high, "1", range(0, 1e3), "the factor where the paint is white"});
    }
};

struct SceneFur {
    FurGrowth growth;
    std::optional<SkinPaint> groom;
    std::optional<InputFile> file;

    static constexpr auto fields() {
        return field_list(Field{"", &SceneFur::growth, "", any_value(), "how it grows"},
                          Field{"groom", &SceneFur::groom, "", any_value(),
                                "paint that shortens it; where it is black nothing grows"},
                          Field{"file", &SceneFur::file, "", at_least(1),
                                "or its strands from a file in the axes of the mesh: BGEO with curves, or points with "
                                "the whole number 'curve' (CSV and others); 'pscale' is their radius, else 'radius' "
                                "and 'hairs'"});
    }
};

}  // namespace lamella
