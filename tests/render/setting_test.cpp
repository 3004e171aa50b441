// Settings, containers, and how bright pictures are.
#include "fixtures.hpp"

#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/render/clouds.hpp>
#include <lamella/render/container_mesh.hpp>
#include <lamella/render/light_setting.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(Setting, LightsOfTheSceneGoBeforeThoseOfTheSetting) {
    RenderSettings settings;
    for (const Setting setting : {Setting::plain, Setting::studio, Setting::outdoor}) {
        settings.setting = setting;
        settings.lights.reset();
        EXPECT_FALSE(lights_of(settings, unit_bounds()).empty());
        settings.lights = {UniformLight{}};
        const std::vector<Light> lights = lights_of(settings, unit_bounds());
        ASSERT_EQ(lights.size(), 1u);
        EXPECT_TRUE(std::holds_alternative<UniformLight>(lights[0]));
    }
}

TEST(Setting, LampsGrowWithTheSubject) {
    RenderSettings settings;
    settings.setting = Setting::studio;
    const auto lamp = [&](Real size) {
        return std::get<AreaLight>(lights_of(settings, {Vec3::Constant(-size), Vec3::Constant(size)})[1]);
    };
    EXPECT_TRUE(lamp(3.0f).centre.isApprox(3.0f * lamp(1.0f).centre));
    EXPECT_FLOAT_EQ(lamp(3.0f).width, 3.0f * lamp(1.0f).width);
    EXPECT_TRUE(std::isfinite(std::get<AreaLight>(lights_of(settings, {})[1]).width));
}

TEST(Setting, FloorKeepsWhatTheSceneSays) {
    RenderSettings settings;
    settings.setting = Setting::studio;
    settings.floor.colour = Vec3(0.1f, 0.2f, 0.3f);
    const FloorSettings floor = floor_of(settings);
    EXPECT_TRUE(*floor.colour == *settings.floor.colour);
    EXPECT_TRUE(*floor.other_colour == *settings.floor.colour);  // the studio's floor is of one colour
    EXPECT_GT(*floor.coat, 1.0f);
}

// A white, coated floor in light from everywhere is as bright as the light.
TEST(Setting, ACoatedFloorLosesNoLight) {
    RenderSettings settings = small_settings(16);
    settings.lights = {UniformLight{}};
    settings.floor.colour = settings.floor.other_colour = Vec3::Ones();
    settings.floor.coat = 1.5f;
    for (const Vec3& pixel : render_light(settings, {{}, {}, unit_bounds()}).pixels)
        ASSERT_NEAR(pixel.x(), 1.0f, 0.01f);
}

TEST(Setting, CloudsCoverTheShareThatIsAskedFor) {
    for (const Real cover : {0.0f, 0.3f, 0.5f, 0.7f}) {
        double sum = 0.0;
        constexpr Index count = 20000;
        for (Index i = 0; i < count; ++i) {
            const Vec3 spread = 3.0f * random_in_cube(5, 0, static_cast<std::uint64_t>(i));
            const Vec3 direction(spread.x(), 1.0f, spread.z());
            const Real share = cloud_share(direction.normalized(), cover);
            ASSERT_GE(share, 0.0f);
            ASSERT_LE(share, 1.0f);
            sum += static_cast<double>(share);
        }
        EXPECT_NEAR(sum / count, static_cast<double>(cover), 0.06) << cover;
    }
    EXPECT_EQ(cloud_share(Vec3(0.6f, -0.8f, 0.0f), 1.0f), 0.0f);
}

TEST(Container, IsMadeOfClosedSlabsThatOverlap) {
    const Box3 inside{Vec3::Zero(), Vec3(2.0f, 1.0f, 1.0f)};
    const TriangleMesh mesh = container_mesh(inside, {true, true, true, false, true, false}, 0.1f, 0.01f);
    EXPECT_EQ(mesh.triangle_count(), 4 * 12);
    EXPECT_TRUE(bounds(mesh).min.isApprox(Vec3(-0.1f, -0.1f, -0.1f)));
    EXPECT_TRUE(bounds(mesh).max.isApprox(Vec3(2.1f, 1.0f, 1.0f)));
    const double height = 1.1, width = 2.2, depth = 1.1, wall = 0.11;
    EXPECT_NEAR(enclosed_volume(mesh), wall * (2.0 * height * depth + width * depth + width * height), 1e-5);
    EXPECT_TRUE(container_mesh(inside, {}, 0.1f, 0.01f).empty());
}

// White, matt surfaces in the sun of the plain setting keep their shape: neither white everywhere nor flat.
TEST(Exposure, WhiteSurfacesDoNotBurnOut) {
    const TriangleMesh ball = ball_mesh(Vec3::Zero(), 1.0f);
    for (const Material& material : {Material(FoamMaterial{}), Material(MilkMaterial{}), Material(CoatedMaterial{})}) {
        RenderSettings settings = small_settings(16);
        settings.floor.shown = false;
        settings.camera.direction = -SkyLight{}.sun_direction;
        settings.materials = {{"ball", material}};
        const Picture lit = render_frame(settings, {{{&ball, "ball", false}}, {}, unit_bounds()}).picture;
        settings.camera.direction = SkyLight{}.sun_direction;
        const Picture shaded = render_frame(settings, {{{&ball, "ball", false}}, {}, unit_bounds()}).picture;
        const int bright = *lit.at(27, 16), dark = *shaded.at(27, 16);
        EXPECT_LT(bright, 246);
        EXPECT_GT(bright, 200);
        EXPECT_GT(bright - dark, 45);
    }
}

}  // namespace
}  // namespace lamella
