// Cases whose light is known: nothing may be created or lost.
#include "fixtures.hpp"

#include <gtest/gtest.h>

namespace lamella {
namespace {

RenderSettings furnace(Index samples) {
    RenderSettings settings = small_settings(samples);
    settings.lights = {UniformLight{}};
    settings.floor.shown = false;
    return settings;
}

void expect_uniform(const Image& image, Real light, Real tolerance) {
    for (const Vec3& pixel : image.pixels)
        for (int c = 0; c < 3; ++c) ASSERT_NEAR(pixel[c], light, tolerance);
}

TEST(Energy, WhiteBallDisappearsInAWhiteFurnace) {
    RenderSettings settings = furnace(16);
    settings.materials = {{"ball", DiffuseMaterial{Vec3::Ones()}}};
    const TriangleMesh ball = ball_mesh(Vec3::Zero(), 1.0f);
    expect_uniform(render_light(settings, {{{&ball, "ball", false}}, {}, unit_bounds()}), 1.0f, 0.01f);
}

TEST(Energy, ClearWaterDisappearsInAWhiteFurnace) {
    RenderSettings settings = furnace(64);
    settings.bounces = 40;
    settings.materials = {{"drop", WaterMaterial{1.33f, Vec3::Ones(), {}}}};
    const TriangleMesh drop = ball_mesh(Vec3::Zero(), 1.0f);
    expect_uniform(render_light(settings, {{{&drop, "drop", true}}, {}, unit_bounds()}), 1.0f, 0.01f);
}

// Looking at the ball's middle, light goes straight through its diameter.
TEST(Energy, TintIsThatOfTheDepth) {
    RenderSettings settings = furnace(64);
    settings.width = settings.height = 33;
    settings.camera.position = Vec3(0.0f, 0.0f, 10.0f);
    const Vec3 tint(0.2f, 0.5f, 0.9f);
    settings.materials = {{"drop", WaterMaterial{1.0f, tint, 2.0f}}};
    const TriangleMesh drop = ball_mesh(Vec3::Zero(), 1.0f, 96);
    const Image image = render_light(settings, {{{&drop, "drop", true}}, {}, unit_bounds()});
    EXPECT_TRUE(image.at(16, 16).isApprox(tint, 0.01f)) << image.at(16, 16).transpose();
}

// A wide white plate seen from above.
TriangleMesh plate() {
    TriangleMesh mesh;
    mesh.positions = {{-50, 0, -50}, {-50, 0, 50}, {50, 0, 50}, {50, 0, -50}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

Vec3 light_of_plate(const std::vector<Light>& lights, const TriangleMesh* shade) {
    RenderSettings settings = small_settings(256);
    settings.width = settings.height = 17;
    settings.lights = lights;
    settings.floor.shown = false;
    settings.camera.position = Vec3(0.5f, 0.5f, 0.5f);
    settings.camera.look_at = Vec3::Zero();
    settings.camera.field_of_view = 2.0f;
    settings.materials = {{"plate", DiffuseMaterial{Vec3::Ones()}}, {"shade", WaterMaterial{1.33f, Vec3::Ones(), {}}}};
    const TriangleMesh mesh = plate();
    RenderSubject subject{{{&mesh, "plate", false}}, {}, unit_bounds()};
    if (shade) subject.surfaces.push_back({shade, "shade", true});
    return render_light(settings, subject).at(8, 8);
}

TEST(Energy, SunLightsAWhitePlateToItsStrength) {
    SkyLight sun;
    sun.zenith = sun.horizon = Vec3::Zero();
    sun.sun_direction = Vec3(0.0f, 1.0f, 0.0f);
    sun.sun_colour = Vec3::Ones();
    sun.sun_strength = 0.7f;
    sun.glow = 0.0f;
    EXPECT_NEAR(light_of_plate({sun}, nullptr).x(), 0.7f, 0.007f);
}

TEST(Energy, SmallAreaLightFollowsTheInverseSquare) {
    AreaLight lamp;
    lamp.centre = Vec3(0.0f, 2.0f, 0.0f);
    lamp.width = lamp.height = 0.1f;
    lamp.strength = 100.0f;
    const Real expected = 100.0f * 0.01f / 4.0f / std::numbers::pi_v<Real>;
    EXPECT_NEAR(light_of_plate({lamp}, nullptr).x(), expected, 0.01f * expected);
}

// A ball of clear water in the way of the lamp is no shadow: light passes twice through its boundary.
TEST(Energy, WaterLetsSampledLightPass) {
    AreaLight lamp;
    lamp.centre = Vec3(0.0f, 2.0f, 0.0f);
    lamp.width = lamp.height = 0.01f;
    lamp.strength = 10000.0f;
    const TriangleMesh drop = ball_mesh(Vec3(0.0f, 1.5f, 0.0f), 0.2f);
    const Real open = light_of_plate({lamp}, nullptr).x();
    const Real through = std::pow(1.0f - std::pow(0.33f / 2.33f, 2.0f), 2.0f);
    EXPECT_NEAR(light_of_plate({lamp}, &drop).x(), through * open, 0.01f * open);
}

}  // namespace
}  // namespace lamella
