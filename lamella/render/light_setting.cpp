#include <lamella/render/light_setting.hpp>

namespace lamella {
namespace {

// A bright room whose walls get darker upwards, a large lamp to the left above, a tall one behind to the right, which
// draws the edges of clear matter, and a round one that throws soft shadows and bright lines.
std::vector<Light> studio_lights(const Box3& bounds) {
    const Vec3 centre = bounds.empty() ? Vec3::Zero() : bounds.centre();
    const Real size = bounds.empty() ? 1.0f : std::max(bounds.diagonal(), 1e-6f);
    SkyLight room;
    room.horizon = Vec3(0.60f, 0.65f, 0.70f);
    room.zenith = Vec3(0.10f, 0.13f, 0.17f);
    room.sun_direction = Vec3(-0.55f, 1.0f, 0.25f);
    room.sun_colour = Vec3(1.0f, 0.95f, 0.88f);
    room.sun_strength = 2.1f;
    room.sun_size = 7.0f;
    room.glow = 0.0f;
    const auto lamp = [&](const Vec3& from, Real width, Real height, const Vec3& colour, Real strength) {
        return AreaLight{centre + size * from, centre, size * width, size * height, colour, strength};
    };
    return {room, lamp({-1.0f, 0.9f, 0.7f}, 0.9f, 0.7f, {1.0f, 0.97f, 0.92f}, 4.5f),
            lamp({0.9f, 0.75f, -0.9f}, 0.5f, 1.1f, {0.88f, 0.94f, 1.0f}, 4.5f)};
}

SkyLight outdoor_sky() {
    SkyLight sky;
    sky.zenith = Vec3(0.10f, 0.24f, 0.58f);
    sky.horizon = Vec3(0.66f, 0.78f, 0.90f);
    sky.sun_direction = Vec3(-0.62f, 0.80f, -0.42f);
    sky.sun_strength = 2.0f;
    sky.sun_size = 1.6f;
    sky.glow = 0.3f;
    sky.clouds = 0.5f;
    return sky;
}

struct FloorLook {
    Vec3 colour, other_colour;
    Real coat;
};

FloorLook look_of(Setting setting) {
    switch (setting) {
        case Setting::studio:
            return {Vec3(0.50f, 0.50f, 0.50f), Vec3(0.50f, 0.50f, 0.50f), 1.3f};
        case Setting::outdoor:
            return {Vec3(0.40f, 0.36f, 0.31f), Vec3(0.31f, 0.28f, 0.24f), 1.0f};
        case Setting::plain:
            break;
    }
    return {Vec3(0.46f, 0.46f, 0.455f), Vec3(0.30f, 0.305f, 0.31f), 1.0f};
}

}  // namespace

std::vector<Light> lights_of(const RenderSettings& settings, const Box3& bounds) {
    if (settings.lights) return *settings.lights;
    if (settings.setting == Setting::studio) return studio_lights(bounds);
    if (settings.setting == Setting::outdoor) return {outdoor_sky()};
    return {SkyLight{}};
}

FloorSettings floor_of(const RenderSettings& settings) {
    const FloorLook look = look_of(settings.setting);
    FloorSettings floor = settings.floor;
    // One colour alone is the whole floor's where the setting's floor has one.
    const bool plain_floor = look.colour == look.other_colour && floor.colour;
    if (!floor.other_colour) floor.other_colour = plain_floor ? *floor.colour : look.other_colour;
    if (!floor.colour) floor.colour = look.colour;
    if (!floor.coat) floor.coat = look.coat;
    return floor;
}

}  // namespace lamella
