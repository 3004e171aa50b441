// What a scene says of colours and texture coordinates that a tracked surface gets where it begins.
#pragma once

#include <lamella/core/input_file.hpp>
#include <lamella/geometry/paint/patterns.hpp>
#include <lamella/geometry/paint/projections.hpp>
#include <lamella/surface/mesh_settings.hpp>

#include <optional>
#include <string>
#include <variant>

namespace lamella {

struct ImagePaint {
    static constexpr const char* name = "image";
    static constexpr const char* sentence = "a picture";
    InputFile file;

    static constexpr auto fields() {
        return field_list(Field{"file", &ImagePaint::file, "", at_least(1), "PNG, as sRGB"}.required());
    }
};

using PaintSource = std::variant<PlainPattern, CheckerPattern, StripePattern, ImagePaint>;

// One coat of paint, over those before it.
struct PaintCoat {
    PaintSource source;
    Projection projection;
    std::string fluid;
    std::optional<ClipBox> within;
    std::optional<Index> phase;

    static constexpr auto fields() {
        return field_list(Field{"", &PaintCoat::source, "", any_value(), "what is painted"},
                          Field{"projection", &PaintCoat::projection, "", any_value(), "how it lies on the surface"},
                          Field{"fluid", &PaintCoat::fluid, "", any_value(),
                                "the fluid that gets it; of files the name before their numbers (default: all)"},
                          Field{"within", &PaintCoat::within, "", any_value(),
                                "the box in which it is painted (default: everywhere)"},
                          Field{"phase", &PaintCoat::phase, "", at_least(0),
                                "only where the nearest particle has this number in its column 'phase'"});
    }
};

// The texture coordinates of a mesh file.
struct MeshCoordinates {
    static constexpr const char* name = "mesh";
    static constexpr const char* sentence = "those of the closest points of the mesh that the fluid was poured from";
    std::optional<InputFile> file;

    static constexpr auto fields() {
        return field_list(Field{"file", &MeshCoordinates::file, "", at_least(1),
                                "a mesh at its place (default: the meshes among the shapes of the fluid)"});
    }
};

using StartCoordinates = std::variant<MeshCoordinates, PlanarProjection, SphericalProjection, SolidProjection>;

enum class PaintOn { vertices, particles };
template <>
inline constexpr auto enum_words<PaintOn> = std::array{"vertices", "particles"};

}  // namespace lamella
