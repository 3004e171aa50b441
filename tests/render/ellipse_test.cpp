// Surfels as ellipses: where rays meet them, what is cut off, what they are painted with.
#include "fixtures.hpp"

#include <lamella/core/error.hpp>
#include <lamella/render/render_scene.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// In the plane y = 0: half-axes of 1 along x and 0.25 along z.
ParticleSet one_ellipse() {
    ParticleSet surfels;
    surfels.resize(1);
    surfels.add<Vec3Column>("P");
    surfels.add<Vec3Column>("N").set(0, Vec3::UnitY());
    surfels.add<ScalarColumn>("pscale")[0] = 1.0f;
    surfels.add<Vec3Column>("t1").set(0, Vec3(0.0f, 0.0f, 0.25f));
    surfels.add<Vec3Column>("t2").set(0, Vec3(1.0f, 0.0f, 0.0f));
    return surfels;
}

RayHit look_down(const RenderScene& scene, Real x, Real z, Real from = 5.0f) {
    RayTally tally;
    return scene.geometry().nearest({Vec3(x, from, z), -Vec3::UnitY()}, tally);
}

TEST(Ellipses, AreMetWhereTheyAre) {
    const ParticleSet surfels = one_ellipse();
    const RenderSubject subject{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    const RenderScene scene(small_settings(1), subject);
    const RayHit hit = look_down(scene, 0.9f, 0.0f);
    ASSERT_TRUE(hit.exists());
    EXPECT_NEAR(hit.distance, 5.0f, 1e-5f);
    EXPECT_GT(hit.normal.normalized().y(), 0.999f);
    EXPECT_FALSE(look_down(scene, 1.05f, 0.0f).exists());
    EXPECT_TRUE(look_down(scene, 0.0f, 0.2f).exists());
    EXPECT_FALSE(look_down(scene, 0.0f, 0.3f).exists());
    EXPECT_FALSE(look_down(scene, 0.8f, 0.2f).exists());
    RayTally tally;
    EXPECT_TRUE(scene.geometry().nearest({Vec3(0.5f, -3.0f, 0.0f), Vec3::UnitY()}, tally).exists());
    EXPECT_EQ(scene.geometry().visibility({Vec3(0.5f, -3.0f, 0.0f), Vec3::UnitY(), 9.0f}, tally), Vec3::Zero().eval());
    EXPECT_EQ(scene.geometry().visibility({Vec3(0.5f, -3.0f, 0.3f), Vec3::UnitY(), 9.0f}, tally), Vec3::Ones().eval());
}

TEST(Ellipses, RaysThatBeginBesideThemDoNotMeetThem) {
    const ParticleSet surfels = one_ellipse();
    const RenderSubject subject{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    const RenderScene scene(small_settings(1), subject);
    EXPECT_FALSE(look_down(scene, 0.5f, 0.0f, 0.4f).exists());
    EXPECT_TRUE(look_down(scene, 0.5f, 0.0f, 0.6f).exists());
}

TEST(Ellipses, CutsTakeWhatLiesBeyond) {
    ParticleSet surfels = one_ellipse();
    surfels.add<Vec3Column>("clip1").set(0, Vec3(0.0f, 1.0f, 0.5f));  // x > 0.5
    surfels.add<Vec3Column>("clip2").set(0, Vec3(0.0f, 0.0f, 1.0f));  // nothing
    const RenderSubject subject{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    const RenderScene scene(small_settings(1), subject);
    EXPECT_TRUE(look_down(scene, 0.49f, 0.0f).exists());
    EXPECT_FALSE(look_down(scene, 0.51f, 0.0f).exists());
    EXPECT_TRUE(look_down(scene, -0.9f, 0.0f).exists());
}

TEST(Ellipses, MaterialsPaintThem) {
    ParticleSet surfels = one_ellipse();
    surfels.add<Vec3Column>("Cd").set(0, Vec3(1.0f, 0.5f, 0.0f));
    const RenderSubject subject{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    RenderSettings settings = small_settings(1);
    CoatedMaterial coated{Vec3::Constant(0.5f)};
    coated.paint.vertex_colours = true;
    settings.materials = {{"skin", coated}};
    const RenderScene scene(settings, subject);
    const RayHit hit = look_down(scene, 0.0f, 0.0f);
    ASSERT_TRUE(hit.exists());
    const Finish finish = scene.surface_point({Vec3(0, 5, 0), -Vec3::UnitY()}, hit).finish;
    EXPECT_LT((finish.colour - Vec3(0.5f, 0.25f, 0.0f)).norm(), 1e-6f);
    EXPECT_GT(finish.coat, 1.0f);
}

TEST(Ellipses, HalfAxesThatAreNoNumbersAreRefused) {
    ParticleSet surfels = one_ellipse();
    surfels.get<Vec3Column>("t2").set(0, Vec3::Constant(std::numeric_limits<Real>::quiet_NaN()));
    const RenderSubject subject{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    EXPECT_THROW(RenderScene(small_settings(1), subject), InputError);
}

}  // namespace
}  // namespace lamella
