#include "fixtures.hpp"

#include <lamella/render/caustic_map.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// The light of a sun straight above on the square [-2, 2]^2 of a floor at y = -1: its mean and its maximum.
struct FloorLight {
    Real mean = 0.0f;
    Real brightest = 0.0f;
};

FloorLight floor_light(const RenderSurface& surface, const Material& material) {
    RenderSettings settings;
    settings.materials = {{surface.name, material}};
    settings.floor.height = -1.0f;
    SkyLight sky;
    sky.sun_direction = Vec3::UnitY();
    sky.sun_size = 0.2f;
    const RenderScene scene(settings, {{surface}, {}, unit_bounds()});
    const CausticMap map(scene, Floor(settings.floor, unit_bounds(), scene.bounds()), Lighting({sky}), 0, 1e-5f);
    FloorLight light;
    constexpr Index n = 400;
    for (Index i = 0; i < n * n; ++i) {
        const auto at = [](Index k) { return 4.0f * (static_cast<Real>(k) + 0.5f) / n - 2.0f; };
        const Real share = map.share({at(i % n), -1.0f, at(i / n)}).x();
        light.mean += share / (n * n);
        light.brightest = std::max(light.brightest, share);
    }
    return light;
}

TEST(CausticMap, ShadowHasTheAreaOfTheShape) {
    TriangleMesh plate;
    plate.positions = {{-0.5f, 0, -0.5f}, {-0.5f, 0, 0.5f}, {0.5f, 0, 0.5f}, {0.5f, 0, -0.5f}};
    plate.triangles = {{0, 1, 2}, {0, 2, 3}};
    const FloorLight light = floor_light({&plate, "plate", false}, DiffuseMaterial{});
    EXPECT_NEAR(light.mean, 15.0f / 16.0f, 0.002f);
    EXPECT_NEAR(light.brightest, 1.0f, 1e-4f);
}

TEST(CausticMap, NothingIsLostInALiquidLikeAir) {
    const TriangleMesh ball = ball_mesh(Vec3::Zero(), 0.6f, 48);
    const FloorLight light = floor_light({&ball, "air", true}, WaterMaterial{1.0f, Vec3::Ones(), {}});
    EXPECT_NEAR(light.mean, 1.0f, 0.002f);
    EXPECT_NEAR(light.brightest, 1.0f, 0.2f);
}

// A ball of water is a lens of focal length 1.33 / 0.66 radii: light is gathered, none is created.
TEST(CausticMap, BallOfWaterGathersLight) {
    const TriangleMesh ball = ball_mesh(Vec3::Zero(), 0.6f, 48);
    const FloorLight light = floor_light({&ball, "water", true}, WaterMaterial{1.33f, Vec3::Ones(), {}});
    EXPECT_GT(light.brightest, 5.0f);
    EXPECT_LT(light.mean, 1.0f);
    EXPECT_GT(light.mean, 0.98f);
}

}  // namespace
}  // namespace lamella
