// What surfaces are made of: clear matter that light goes through, matt surfaces, matt surfaces under a clear coat,
// and metals; with names for what people pour, cast and break. Light that spreads below a surface (milk, ice)
// is not followed: it leaves where it came in.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/input_file.hpp>
#include <lamella/core/vec.hpp>
#include <lamella/geometry/paint/patterns.hpp>
#include <lamella/geometry/paint/projections.hpp>

#include <optional>
#include <variant>

namespace lamella {

struct WaterMaterial {
    static constexpr const char* name = "water";
    static constexpr const char* sentence = "a clear liquid that reflects, refracts and tints by depth";
    Real ior = 1.33f;
    Vec3 tint = Vec3(0.38f, 0.72f, 0.84f);
    std::optional<Real> tint_depth;

    static constexpr auto fields() {
        return field_list(
            Field{"ior", &WaterMaterial::ior, "1", range(1.0, 4.0), "index of refraction"},
            Field{"tint", &WaterMaterial::tint, "1", range(0.001, 1),
                  "share of the light that is left after the tint depth"},
            Field{"tint_depth", &WaterMaterial::tint_depth, "m", above(0),
                  "length of liquid that gives the tint (default: a third of the subject's largest extent)"});
    }
};

struct HoneyMaterial : WaterMaterial {
    static constexpr const char* name = "honey";
    static constexpr const char* sentence = "water with the index and the colour of honey";
    HoneyMaterial() : WaterMaterial{1.49f, Vec3(0.72f, 0.27f, 0.02f), {}} {}
};

struct IceMaterial : WaterMaterial {
    static constexpr const char* name = "ice";
    static constexpr const char* sentence = "water with the index and the colour of clear ice";
    IceMaterial() : WaterMaterial{1.31f, Vec3(0.70f, 0.87f, 0.93f), {}} {}
};

struct GlassMaterial {
    static constexpr const char* name = "glass";
    static constexpr const char* sentence = "clear glass, for containers: what liquid touches it has no air between";
    Real ior = 1.5f;
    Vec3 tint = Vec3(0.80f, 0.93f, 0.89f);
    std::optional<Real> tint_depth;
    std::optional<Real> overlap;

    static constexpr auto fields() {
        return field_list(
            Field{"ior", &GlassMaterial::ior, "1", range(1.0, 4.0), "index of refraction"},
            Field{"tint", &GlassMaterial::tint, "1", range(0.001, 1),
                  "share of the light that is left after the tint depth"},
            Field{"tint_depth", &GlassMaterial::tint_depth, "m", above(0),
                  "length of glass that gives the tint (default: a third of the subject's largest extent)"},
            Field{"overlap", &GlassMaterial::overlap, "m", at_least(0),
                  "how far the glass is drawn beyond its shape, into the liquid that touches it (default: a third of a "
                  "particle spacing in the pictures of a run, else none)"});
    }
};

// Colours that are multiplied by that of the material.
struct MaterialPaint {
    std::optional<InputFile> texture = {};
    std::optional<Pattern> pattern = {};
    Projection projection = {};
    bool vertex_colours = false;

    static constexpr auto fields() {
        return field_list(
            Field{"texture", &MaterialPaint::texture, "", at_least(1),
                  "PNG, as sRGB, whose colours are multiplied by the colour; meshes and surfels only"},
            Field{"pattern", &MaterialPaint::pattern, "", any_value(),
                  "tiles or stripes whose colours are multiplied by the colour; meshes and surfels only"}
                .silent(),
            Field{
                "projection", &MaterialPaint::projection, "", any_value(),
                "how texture and pattern lie on a mesh; all but uv where its matter was at the start (rest), of other "
                "meshes where it is"}
                .silent(),
            Field{"vertex_colours", &MaterialPaint::vertex_colours, "", any_value(),
                  "the mesh's own colours (Cd) are multiplied by the colour"}
                .silent());
    }
};

struct DiffuseMaterial {
    static constexpr const char* name = "diffuse";
    static constexpr const char* sentence = "a matt surface";
    Vec3 colour = Vec3(0.70f, 0.68f, 0.64f);
    MaterialPaint paint = {};

    static constexpr auto fields() {
        return field_list(Field{"colour", &DiffuseMaterial::colour, "1", range(0, 1), "share of light sent back"},
                          Field{"", &DiffuseMaterial::paint, "", any_value(), "what is painted on it"});
    }
};

struct ClayMaterial : DiffuseMaterial {
    static constexpr const char* name = "clay";
    static constexpr const char* sentence = "a matt surface with the colour of terracotta";
    ClayMaterial() : DiffuseMaterial{Vec3(0.50f, 0.25f, 0.16f), {}} {}
};

struct FoamMaterial : DiffuseMaterial {
    static constexpr const char* name = "foam";
    static constexpr const char* sentence = "a matt surface, nearly white";
    FoamMaterial() : DiffuseMaterial{Vec3(0.86f, 0.87f, 0.88f), {}} {}
};

struct CoatedMaterial {
    static constexpr const char* name = "coated";
    static constexpr const char* sentence = "a matt surface under a clear, smooth coat";
    Vec3 colour = Vec3(0.70f, 0.68f, 0.64f);
    Real ior = 1.5f;
    MaterialPaint paint = {};

    static constexpr auto fields() {
        return field_list(Field{"colour", &CoatedMaterial::colour, "1", range(0, 1),
                                "share of light that the surface below sends back"},
                          Field{"ior", &CoatedMaterial::ior, "1", range(1.0, 4.0), "index of refraction of the coat"},
                          Field{"", &CoatedMaterial::paint, "", any_value(), "what is painted on it"});
    }
};

struct MilkMaterial : CoatedMaterial {
    static constexpr const char* name = "milk";
    static constexpr const char* sentence = "white under a film of water";
    MilkMaterial() : CoatedMaterial{Vec3(0.84f, 0.81f, 0.74f), 1.34f, {}} {}
};

struct ChocolateMaterial : CoatedMaterial {
    static constexpr const char* name = "chocolate";
    static constexpr const char* sentence = "dark brown under a coat of fat";
    ChocolateMaterial() : CoatedMaterial{Vec3(0.095f, 0.040f, 0.018f), 1.46f, {}} {}
};

struct MetalMaterial {
    static constexpr const char* name = "metal";
    static constexpr const char* sentence = "a mirror that is a little rough";
    Vec3 colour = Vec3(0.91f, 0.89f, 0.86f);
    Real roughness = 0.2f;

    static constexpr auto fields() {
        return field_list(
            Field{"colour", &MetalMaterial::colour, "1", range(0, 1), "share of light sent back straight on"},
            Field{"roughness", &MetalMaterial::roughness, "1", range(0, 1), "0 is a mirror, 1 is nearly matt"});
    }
};

using Material = std::variant<WaterMaterial, HoneyMaterial, IceMaterial, GlassMaterial, DiffuseMaterial, ClayMaterial,
                              FoamMaterial, CoatedMaterial, MilkMaterial, ChocolateMaterial, MetalMaterial>;

}  // namespace lamella
