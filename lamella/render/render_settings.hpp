// What a scene's `render` key says: camera, lights, floor, materials. `render: {}` gives a good picture.
// Colours are linear red, green, blue.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/input_file.hpp>
#include <lamella/core/vec.hpp>
#include <lamella/geometry/motion.hpp>
#include <lamella/render/materials.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lamella {

// Where a camera that moves stands at a time, and what it looks at.
struct CameraKey {
    Real time = 0.0f;
    Vec3 position = Vec3::Zero();
    std::optional<Vec3> look_at;
    std::optional<Real> field_of_view;

    static constexpr auto fields() {
        return field_list(
            Field{"time", &CameraKey::time, "s", any_value(), "when"}.required(),
            Field{"position", &CameraKey::position, "m", any_value(), "where the camera stands then"}.required(),
            Field{"look_at", &CameraKey::look_at, "m", any_value(),
                  "the point in the middle of the picture (default: the camera's 'look_at')"},
            Field{"field_of_view", &CameraKey::field_of_view, "deg", range(1, 150),
                  "the angle between the upper and the lower border (default: the camera's 'field_of_view')"});
    }
};

// Without a position the camera stands where the whole subject just fits the picture.
struct CameraSettings {
    std::optional<Vec3> position;
    std::optional<Vec3> look_at;
    Vec3 direction = Vec3(-0.55f, -0.38f, -1.0f);
    Vec3 up = Vec3(0.0f, 1.0f, 0.0f);
    Real field_of_view = 30.0f;
    Real margin = 0.06f;
    Real turntable = 0.0f;
    std::vector<CameraKey> keys;
    Interpolation interpolation = Interpolation::cubic;
    std::optional<Real> follow;

    static constexpr auto fields() {
        return field_list(
            Field{"position", &CameraSettings::position, "m", any_value(),
                  "where the camera stands (default: where the whole subject fits the picture)"},
            Field{"look_at", &CameraSettings::look_at, "m", any_value(),
                  "the point in the middle of the picture, used with a position (default: the subject's centre)"},
            Field{"direction", &CameraSettings::direction, "1", any_value(),
                  "the direction in which a camera without a position looks; its length does not matter"},
            Field{"up", &CameraSettings::up, "1", any_value(), "the direction that is up in the picture"},
            Field{"field_of_view", &CameraSettings::field_of_view, "deg", range(1, 150),
                  "the angle between the upper and the lower border of the picture"},
            Field{"margin", &CameraSettings::margin, "1", range(0, 0.45),
                  "share of the picture kept free at each border by a camera without a position"},
            Field{"turntable", &CameraSettings::turntable, "deg", any_value(),
                  "angle by which the camera goes around the subject from frame to frame"},
            Field{"keys", &CameraSettings::keys, "", any_value(),
                  "where the camera stands at some times, in their order, instead of a 'position'"},
            Field{"interpolation", &CameraSettings::interpolation, "", any_value(),
                  "how it goes from key to key: at constant speeds (linear), or smoothly, at rest at the first and the "
                  "last key and where it turns round (cubic)"},
            Field{"follow", &CameraSettings::follow, "s", above(0),
                  "the subject is what is drawn, frame by frame, over this time before and after (default: the "
                  "subject is the domain, and the camera stands still)"});
    }
};

struct SkyLight {
    static constexpr const char* name = "sky";
    static constexpr const char* sentence = "a bright gradient from the horizon to the zenith, and a soft sun";
    Real strength = 1.0f;
    Vec3 zenith = Vec3(0.16f, 0.34f, 0.72f);
    Vec3 horizon = Vec3(0.86f, 0.92f, 1.00f);
    Vec3 sun_direction = Vec3(-0.75f, 0.90f, -0.28f);
    Vec3 sun_colour = Vec3(1.0f, 0.90f, 0.76f);
    Real sun_strength = 2.3f;
    Real sun_size = 3.0f;
    Real glow = 0.25f;
    Real clouds = 0.0f;

    static constexpr auto fields() {
        return field_list(
            Field{"strength", &SkyLight::strength, "1", at_least(0), "brightness of the whole sky, sun included"},
            Field{"zenith", &SkyLight::zenith, "1", range(0, 1), "colour straight above"},
            Field{"horizon", &SkyLight::horizon, "1", range(0, 1), "colour at the horizon and below it"},
            Field{"sun_direction", &SkyLight::sun_direction, "1", any_value(),
                  "direction towards the sun; its length does not matter"},
            Field{"sun_colour", &SkyLight::sun_colour, "1", range(0, 1), "colour of the sun"},
            Field{"sun_strength", &SkyLight::sun_strength, "1", at_least(0),
                  "light of the sun on a surface that faces it, where a white surface under a sky of 1 has 1"},
            Field{"sun_size", &SkyLight::sun_size, "deg", range(0.1, 60),
                  "angular diameter of the sun: larger gives softer shadows"},
            Field{"glow", &SkyLight::glow, "1", at_least(0),
                  "brightness of the sky next to the sun, in shares of the sun's strength"},
            Field{"clouds", &SkyLight::clouds, "1", range(0, 1), "share of the sky that clouds cover"});
    }
};

struct UniformLight {
    static constexpr const char* name = "uniform";
    static constexpr const char* sentence = "the same light from every direction";
    Vec3 colour = Vec3(1.0f, 1.0f, 1.0f);
    Real strength = 1.0f;

    static constexpr auto fields() {
        return field_list(Field{"colour", &UniformLight::colour, "1", range(0, 1), "colour of the light"},
                          Field{"strength", &UniformLight::strength, "1", at_least(0), "brightness of the light"});
    }
};

struct AreaLight {
    static constexpr const char* name = "area";
    static constexpr const char* sentence = "a glowing rectangle that shines to the side it looks at";
    Vec3 centre = Vec3(0.0f, 1.0f, 0.0f);
    Vec3 look_at = Vec3(0.0f, 0.0f, 0.0f);
    Real width = 0.5f;
    Real height = 0.5f;
    Vec3 colour = Vec3(1.0f, 1.0f, 1.0f);
    Real strength = 10.0f;

    static constexpr auto fields() {
        return field_list(Field{"centre", &AreaLight::centre, "m", any_value(), "its centre"}.required(),
                          Field{"look_at", &AreaLight::look_at, "m", any_value(), "the point it faces"}.required(),
                          Field{"width", &AreaLight::width, "m", above(0), "length of its horizontal edge"},
                          Field{"height", &AreaLight::height, "m", above(0), "length of its other edge"},
                          Field{"colour", &AreaLight::colour, "1", range(0, 1), "colour of the light"},
                          Field{"strength", &AreaLight::strength, "1", at_least(0),
                                "radiance of the rectangle, where a sky of strength 1 has about 1"});
    }
};

struct EnvironmentLight {
    static constexpr const char* name = "environment";
    static constexpr const char* sentence = "light from far away after a picture of all directions";
    InputFile file;
    Real strength = 1.0f;
    Real turn = 0.0f;

    static constexpr auto fields() {
        return field_list(
            Field{"file", &EnvironmentLight::file, "", at_least(1),
                  "Radiance .hdr, or .png as sRGB, twice as wide as high (equirectangular), relative to the scene file"}
                .required(),
            Field{"strength", &EnvironmentLight::strength, "1", range(0, 1e6), "factor on the light of the picture"},
            Field{"turn", &EnvironmentLight::turn, "deg", range(-360, 360),
                  "turns the picture to the left about the vertical axis; at 0 its middle lies towards -z"});
    }
};

using Light = std::variant<SkyLight, UniformLight, AreaLight, EnvironmentLight>;

// A checker floor that fades into the horizon far from the subject. What is not said is that of the setting.
struct FloorSettings {
    bool shown = true;
    std::optional<Real> height;
    std::optional<Real> tile;
    std::optional<Vec3> colour;
    std::optional<Vec3> other_colour;
    std::optional<Real> coat;
    std::optional<InputFile> texture;

    static constexpr auto fields() {
        return field_list(
            Field{"shown", &FloorSettings::shown, "", any_value(), "whether there is a floor"},
            Field{"height", &FloorSettings::height, "m", any_value(), "its height (default: just below the subject)"},
            Field{"tile", &FloorSettings::tile, "m", above(0),
                  "edge length of a tile or of the texture (default: a tenth of the subject's width)"},
            Field{"colour", &FloorSettings::colour, "1", range(0, 1),
                  "colour of every other tile (default: that of the setting)"},
            Field{"other_colour", &FloorSettings::other_colour, "1", range(0, 1),
                  "colour of the tiles between (default: that of the setting)"},
            Field{"coat", &FloorSettings::coat, "1", range(1, 4),
                  "index of refraction of a clear, smooth coat, 1 without one (default: that of the setting)"},
            Field{"texture", &FloorSettings::texture, "", at_least(1),
                  "PNG, as sRGB, on every tile instead of the two colours"});
    }
};

// The walls of the domain as a container that is open above.
struct ContainerSettings {
    std::optional<Real> thickness;
    Material material = GlassMaterial{};

    static constexpr auto fields() {
        return field_list(
            Field{"thickness", &ContainerSettings::thickness, "m", above(0),
                  "of its walls, which lie outside the domain (default: a sixtieth of the domain's largest extent)"},
            Field{"material", &ContainerSettings::material, "", any_value(), "what it is made of (default: glass)"});
    }
};

// The material of the fluid or obstacle of that name; without an entry fluids are water, obstacles matt.
struct NamedMaterial {
    std::string name;
    Material material;

    static constexpr auto fields() {
        return field_list(
            Field{"name", &NamedMaterial::name, "", any_value(), "name of a fluid or an obstacle"}.required(),
            Field{"material", &NamedMaterial::material, "", any_value(), "what it is made of"}.required());
    }
};

enum class Show { surface, particles };
template <>
inline constexpr auto enum_words<Show> = std::array{"surface", "particles"};

// Lights and floor that go together.
enum class Setting { plain, studio, outdoor };
template <>
inline constexpr auto enum_words<Setting> = std::array{"plain", "studio", "outdoor"};

struct RenderSettings {
    Index width = 960;
    Index height = 540;
    Index samples = 24;
    Index bounces = 10;
    bool denoise = true;
    Real shutter = 0.0f;
    Real exposure = 1.0f;
    std::optional<Real> film_rate;
    CameraSettings camera;
    Setting setting = Setting::plain;
    std::optional<std::vector<Light>> lights;
    FloorSettings floor;
    std::optional<ContainerSettings> container;
    std::vector<NamedMaterial> materials;
    Show show = Show::surface;
    std::string colour_by = "speed";
    std::optional<Real> colour_min;
    std::optional<Real> colour_max;

    static constexpr auto fields() {
        return field_list(
            Field{"width", &RenderSettings::width, "px", range(16, 16384), "width of the picture"},
            Field{"height", &RenderSettings::height, "px", range(16, 16384), "height of the picture"},
            Field{"samples", &RenderSettings::samples, "1", range(1, 65536), "light paths per pixel"},
            Field{"bounces", &RenderSettings::bounces, "1", range(1, 64), "surfaces a light path meets at most"},
            Field{"denoise", &RenderSettings::denoise, "", any_value(),
                  "whether noise is filtered out, guided by colours and normals; needs four samples"},
            Field{"shutter", &RenderSettings::shutter, "1", range(0, 1),
                  "share of the time between two frames in which light falls on the film: motion blur"},
            Field{"exposure", &RenderSettings::exposure, "1", above(0), "factor on all light before tone mapping"},
            Field{"film_rate", &RenderSettings::film_rate, "1/s", above(0),
                  "pictures per second of the film (default: the scene's frame rate)"},
            Field{"camera", &RenderSettings::camera, "", any_value(), "where the picture is taken from"},
            Field{"setting", &RenderSettings::setting, "", any_value(),
                  "lights and floor where the scene names none: a sky over a checker floor (plain), soft lamps over a "
                  "polished floor (studio), sun and clouds over stone (outdoor)"},
            Field{"lights", &RenderSettings::lights, "", any_value(),
                  "what gives light (default: the lights of the setting)"},
            Field{"floor", &RenderSettings::floor, "", any_value(), "the floor under the subject"},
            Field{"container", &RenderSettings::container, "", any_value(),
                  "the closed walls of the domain, but for its top, are drawn (default: they are not)"},
            Field{"materials", &RenderSettings::materials, "", any_value(),
                  "materials by the name of a fluid or obstacle (default: fluids are water, obstacles matt)"},
            Field{"show", &RenderSettings::show, "", any_value(), "the liquid's surface, or its particles as balls"},
            Field{"colour_by", &RenderSettings::colour_by, "", any_value(),
                  "the particle attribute that colours the balls; vectors by their length, \"speed\" is that of v"},
            Field{"colour_min", &RenderSettings::colour_min, "", any_value(),
                  "the value at the lower end of the colour bar (default: the smallest)"},
            Field{"colour_max", &RenderSettings::colour_max, "", any_value(),
                  "the value at the upper end of the colour bar (default: the largest)"});
    }
};

}  // namespace lamella
