// Clear bodies inside and beside one another: what light does where they meet.
#include "fixtures.hpp"

#include <lamella/render/liquid_boundary.hpp>
#include <lamella/render/straight_light.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

const Medium kWater{1.33f, Vec3(0.1f, 0.2f, 0.3f), 0};
const Medium kOtherWater{1.33f, Vec3(0.1f, 0.2f, 0.3f), 0};
const Medium kHoney{1.49f, Vec3::Ones(), 0};
const Medium kGlass{1.5f, Vec3::Zero(), 1};

TEST(NestedMedia, TheHigherPriorityIsThereAndAmongEqualsTheFirst) {
    MediaStack media;
    EXPECT_EQ(media.medium(), nullptr);
    EXPECT_EQ(media.ior(), 1.0f);
    media.enter(&kWater);
    media.enter(&kHoney);
    EXPECT_EQ(media.medium(), &kWater);
    media.enter(&kGlass);
    EXPECT_EQ(media.medium(), &kGlass);
    media.leave(&kWater);
    EXPECT_EQ(media.medium(), &kGlass);
    media.leave(&kGlass);
    EXPECT_EQ(media.medium(), &kHoney);
    media.leave(&kGlass);  // that was left before
    media.leave(&kHoney);
    EXPECT_EQ(media.medium(), nullptr);
}

TEST(NestedMedia, MoreThanThereIsRoomForAreNotSeen) {
    MediaStack media;
    for (int i = 0; i < 20; ++i) media.enter(&kWater);
    media.enter(&kGlass);
    EXPECT_EQ(media.medium(), &kWater);
    for (int i = 0; i < 20; ++i) media.leave(&kWater);
    EXPECT_EQ(media.medium(), nullptr);
}

SurfacePoint point_on(const Medium& medium) { return {Vec3::Zero(), Vec3::UnitY(), Vec3::UnitY(), {}, &medium}; }

TEST(NestedMedia, SurfacesInsideOtherMatterOrBetweenEqualMatterAreNone) {
    MediaStack in_glass;
    in_glass.enter(&kGlass);
    const LiquidBoundary hidden = liquid_boundary(-Vec3::UnitY(), point_on(kWater), in_glass, 1e-3f);
    EXPECT_FALSE(hidden.is_real);
    EXPECT_TRUE(hidden.bent->direction == -Vec3::UnitY());
    EXPECT_TRUE(hidden.bent_in.holds(&kWater));

    MediaStack in_water;
    in_water.enter(&kWater);
    EXPECT_FALSE(liquid_boundary(-Vec3::UnitY(), point_on(kOtherWater), in_water, 1e-3f).is_real);
    const LiquidBoundary wall = liquid_boundary(-Vec3::UnitY(), point_on(kGlass), in_water, 1e-3f);
    EXPECT_TRUE(wall.is_real);
    EXPECT_NEAR(wall.reflectance, std::pow((1.5f - 1.33f) / (1.5f + 1.33f), 2.0f), 1e-6f);
}

// A ray that begins inside a body meets its boundary from within.
TEST(NestedMedia, ABodyThatIsLeftFirstHoldsTheStart) {
    const LiquidBoundary out = liquid_boundary(Vec3::UnitY(), point_on(kWater), {}, 1e-3f);
    EXPECT_TRUE(out.is_real);
    EXPECT_TRUE(out.mirrored_in.holds(&kWater));
    EXPECT_EQ(out.bent_in.medium(), nullptr);
}

Real normal_reflectance(Real a, Real b) { return std::pow((a - b) / (a + b), 2.0f); }

// Straight light through glass that water overlaps by a tenth, in the order in which Embree may report it.
TEST(NestedMedia, StraightLightSumsDepthsAndReflectionsOfWhatIsThere) {
    std::array<Crossing, 4> crossings{Crossing{3.0f, 1.0f, true, &kWater}, Crossing{1.0f, 1.0f, false, &kGlass},
                                      Crossing{2.0f, 1.0f, true, &kGlass}, Crossing{1.9f, 1.0f, false, &kWater}};
    const Real passes = (1.0f - normal_reflectance(1.0f, 1.5f)) * (1.0f - normal_reflectance(1.5f, 1.33f)) *
                        (1.0f - normal_reflectance(1.33f, 1.0f));
    const Vec3 expected = passes * beer_transmittance(kWater.absorption);
    EXPECT_TRUE(straight_transmittance(crossings, 10.0f).isApprox(expected, 1e-5f));
    EXPECT_TRUE(straight_transmittance(crossings, 0.5f) == Vec3::Ones());
}

TEST(NestedMedia, StraightLightFromInsideAndToTheInside) {
    std::array<Crossing, 1> leaves{Crossing{2.0f, 1.0f, true, &kWater}};
    std::array<Crossing, 1> enters{Crossing{1.0f, 1.0f, false, &kWater}};
    const Real passes = 1.0f - normal_reflectance(1.0f, 1.33f);
    EXPECT_TRUE(straight_transmittance(leaves, 9.0f).isApprox(passes * beer_transmittance(2.0f * kWater.absorption)));
    EXPECT_TRUE(straight_transmittance(enters, 3.0f).isApprox(passes * beer_transmittance(2.0f * kWater.absorption)));
}

TriangleMesh slab(Real low, Real high) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.positions.emplace_back(i & 1 ? 50.0f : -50.0f, i & 2 ? 50.0f : -50.0f, i & 4 ? high : low);
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

// Both ways through two bodies of parallel faces, with all reflections between them.
struct Plates {
    Real reflectance, transmittance;
    Plates then(const Plates& next) const {
        const Real between = 1.0f - reflectance * next.reflectance;
        return {reflectance + transmittance * transmittance * next.reflectance / between,
                transmittance * next.transmittance / between};
    }
};

Plates interface(Real sine, Real before, Real behind) {
    const Real cosine = std::sqrt(1.0f - std::pow(sine / before, 2.0f));
    const Real r = fresnel_reflectance(cosine, behind / before);
    return {r, 1.0f - r};
}

// The share of a lamp behind the slabs that is seen through them, at an angle to their normal.
Real seen_through(const std::vector<RenderSurface>& surfaces, Real degrees) {
    RenderSettings settings = small_settings(32);
    settings.width = settings.height = 24;
    settings.bounces = 40;
    settings.denoise = false;
    settings.floor.shown = false;
    const Real angle = degrees * std::numbers::pi_v<Real> / 180.0f;
    const Vec3 view(std::sin(angle), 0.0f, -std::cos(angle));
    AreaLight lamp;
    lamp.centre = 10.0f * view;
    lamp.look_at = Vec3::Zero();
    lamp.width = lamp.height = 8.0f;
    lamp.strength = 1.0f;
    settings.lights = {lamp};
    settings.camera.position = -10.0f * view;
    settings.camera.look_at = Vec3::Zero();
    settings.camera.field_of_view = 4.0f;
    settings.materials = {{"water", WaterMaterial{1.33f, Vec3::Ones(), {}}}, {"glass", GlassMaterial{}}};
    std::get<GlassMaterial>(settings.materials[1].material).tint = Vec3::Ones();
    const Image image = render_light(settings, {surfaces, {}, unit_bounds()});
    double sum = 0.0;
    for (const Vec3& pixel : image.pixels) sum += static_cast<double>(pixel.x());
    return static_cast<Real>(sum / static_cast<double>(image.pixels.size()));
}

// Glass before water, which reaches into it: the analytic transmittance of the stack air, glass, water, air.
TEST(NestedMedia, GlassAndWaterPassAsMuchLightAsTheirStack) {
    const TriangleMesh glass = slab(0.1f, 0.2f), water = slab(-0.3f, 0.13f);
    for (const Real degrees : {0.0f, 50.0f}) {
        const Real sine = std::sin(degrees * std::numbers::pi_v<Real> / 180.0f);
        const Real expected = interface(sine, 1.0f, 1.5f)
                                  .then(interface(sine, 1.5f, 1.33f))
                                  .then(interface(sine, 1.33f, 1.0f))
                                  .transmittance;
        EXPECT_NEAR(seen_through({{&glass, "glass", false}, {&water, "water", true}}, degrees), expected, 0.006f);
        EXPECT_NEAR(seen_through({{&water, "water", true}, {&glass, "glass", false}}, degrees), expected, 0.006f);
    }
}

// Two bodies of one liquid that overlap are one.
TEST(NestedMedia, TwoBodiesOfWaterPassAsMuchLightAsOne) {
    const TriangleMesh near = slab(0.0f, 0.2f), far = slab(-0.2f, 0.01f), whole = slab(-0.2f, 0.2f);
    const Real expected = interface(0.0f, 1.0f, 1.33f).then(interface(0.0f, 1.33f, 1.0f)).transmittance;
    RenderSurface first{&near, "water", true}, second{&far, "water", true};
    EXPECT_NEAR(seen_through({first, second}, 0.0f), expected, 0.006f);
    EXPECT_NEAR(seen_through({{&whole, "water", true}}, 0.0f), expected, 0.006f);
}

// Nothing is created or lost: a glass ball full of water, with an overlap, in a white furnace.
TEST(NestedMedia, AFullGlassBallDisappearsInAWhiteFurnace) {
    RenderSettings settings = small_settings(64);
    settings.lights = {UniformLight{}};
    settings.floor.shown = false;
    settings.bounces = 40;
    settings.materials = {{"water", WaterMaterial{1.33f, Vec3::Ones(), {}}}, {"glass", GlassMaterial{}}};
    std::get<GlassMaterial>(settings.materials[1].material).tint = Vec3::Ones();
    TriangleMesh glass = ball_mesh(Vec3::Zero(), 1.0f);
    TriangleMesh inner = ball_mesh(Vec3::Zero(), 0.8f);
    for (const Vec3i& t : inner.triangles)
        glass.triangles.emplace_back(t[0] + glass.vertex_count(), t[2] + glass.vertex_count(),
                                     t[1] + glass.vertex_count());
    glass.positions.insert(glass.positions.end(), inner.positions.begin(), inner.positions.end());
    const TriangleMesh water = ball_mesh(Vec3::Zero(), 0.85f);
    const Image image =
        render_light(settings, {{{&glass, "glass", false}, {&water, "water", true}}, {}, unit_bounds()});
    for (const Vec3& pixel : image.pixels) ASSERT_NEAR(pixel.x(), 1.0f, 0.01f);
}

}  // namespace
}  // namespace lamella
