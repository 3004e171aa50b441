// Discs, tubes and borders of tetrahedra, and what colours them.
#include "fixtures.hpp"

#include <lamella/core/error.hpp>
#include <lamella/render/colour_map.hpp>
#include <lamella/render/render_scene.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace lamella {
namespace {

// Straight down from above the origin, moved by x.
struct Meeting {
    RayHit hit;
    SurfacePoint point;
};

Meeting look_down(const RenderScene& scene, Real x = 0.0f, Real z = 0.0f) {
    RayTally tally;
    const Ray ray{Vec3(x, 5.0f, z), -Vec3::UnitY()};
    Meeting meeting;
    meeting.hit = scene.geometry().nearest(ray, tally);
    if (meeting.hit.exists()) meeting.point = scene.surface_point(ray, meeting.hit);
    return meeting;
}

RenderSettings coloured_by(const std::string& name) {
    RenderSettings settings = small_settings(1);
    settings.colour_by = name;
    return settings;
}

ParticleSet two_surfels() {
    ParticleSet surfels;
    surfels.resize(2);
    surfels.add<Vec3Column>("P").set(1, Vec3(1.0f, 0.0f, 0.0f));
    auto& normal = surfels.add<Vec3Column>("N");
    normal.set(0, Vec3(0.0f, 2.0f, 0.0f));
    normal.set(1, Vec3(0.0f, -1.0f, 0.0f));
    auto& radius = surfels.add<ScalarColumn>("pscale");
    radius[0] = 0.25f;
    radius[1] = 0.1f;
    auto& heat = surfels.add<ScalarColumn>("T");
    heat[1] = 10.0f;
    return surfels;
}

// Along x from 0 to 1 and to 2, and a point alone.
Strands one_strand() {
    Strands strands;
    strands.points.resize(4);
    auto& x = strands.points.add<Vec3Column>("P");
    x.set(1, Vec3(1.0f, 0.0f, 0.0f));
    x.set(2, Vec3(2.0f, 0.0f, 0.0f));
    x.set(3, Vec3(0.0f, 0.0f, 1.0f));
    auto& heat = strands.points.add<ScalarColumn>("T");
    heat[1] = 10.0f;
    strands.first = {0, 3, 4};
    return strands;
}

// Two cells side by side whose upper faces lie in y = 0.
TetMesh two_tets() {
    TetMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {-1, 0, 0}};
    mesh.tets = {{0, 1, 2, 3}, {0, 2, 4, 3}};
    mesh.nodes.resize(5);
    mesh.cells.resize(2);
    mesh.cells.add<ScalarColumn>("stress")[1] = 4.0f;
    mesh.nodes.add<ScalarColumn>("T")[1] = 8.0f;
    mesh.nodes.add<Vec3Column>("Cd").set(1, Vec3(1.0f, 0.0f, 0.0f));
    return mesh;
}

TEST(Matter, DiscsLieAcrossTheirNormals) {
    const ParticleSet surfels = two_surfels();
    const RenderSubject subject{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    const RenderScene scene(small_settings(1), subject);
    const Meeting middle = look_down(scene, 0.2f);
    ASSERT_TRUE(middle.hit.exists());
    EXPECT_FLOAT_EQ(middle.point.position.y(), 0.0f);
    EXPECT_NEAR(middle.point.flat_normal.y(), 1.0f, 1e-6f);
    EXPECT_FALSE(look_down(scene, 0.3f).hit.exists());
    EXPECT_TRUE(look_down(scene, 1.05f).hit.exists());  // from behind
    EXPECT_FALSE(look_down(scene, 1.15f).hit.exists());
    EXPECT_FALSE(scene.colours());
}

TEST(Matter, DiscsTakeTheColourOfTheirColumn) {
    const ParticleSet surfels = two_surfels();
    const RenderSubject subject{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    const RenderScene scene(coloured_by("T"), subject);
    ASSERT_TRUE(scene.colours());
    EXPECT_EQ(scene.colours()->max, 10.0f);
    EXPECT_EQ(look_down(scene).point.finish.colour, map_colour(0.0f));
    EXPECT_EQ(look_down(scene, 1.0f).point.finish.colour, map_colour(1.0f));
}

TEST(Matter, TubesAreRoundAndJoined) {
    const Strands strands = one_strand();
    const RenderSubject subject{.bounds = unit_bounds(), .strands = {{&strands, 0.1f, "hair"}}};
    const RenderScene scene(coloured_by("T"), subject);
    EXPECT_NEAR(look_down(scene, 0.5f).point.position.y(), 0.1f, 1e-5f);
    EXPECT_NEAR(look_down(scene, 1.0f).point.position.y(), 0.1f, 1e-5f);
    const Meeting side = look_down(scene, 0.5f, 0.08f);
    EXPECT_NEAR(side.point.position.y(), 0.06f, 1e-4f);
    EXPECT_NEAR(side.point.flat_normal.z(), 0.8f, 1e-3f);
    EXPECT_FALSE(look_down(scene, 0.5f, 0.11f).hit.exists());
    EXPECT_FALSE(look_down(scene, 0.0f, 1.0f).hit.exists());  // a point alone
    EXPECT_LT((look_down(scene, 0.25f).point.finish.colour - map_colour(0.25f)).norm(), 0.01f);
    EXPECT_LT((look_down(scene, 1.5f).point.finish.colour - map_colour(0.5f)).norm(), 0.01f);
}

TEST(Matter, CellsColourTheirTrianglesAndNodesBetween) {
    const TetMesh mesh = two_tets();
    const RenderSubject subject{.bounds = unit_bounds(), .tetrahedra = {{&mesh, "jelly"}}};
    const RenderScene by_cell(coloured_by("stress"), subject);
    EXPECT_EQ(look_down(by_cell, 0.25f, 0.25f).point.finish.colour, map_colour(0.0f));
    EXPECT_EQ(look_down(by_cell, -0.25f, 0.25f).point.finish.colour, map_colour(1.0f));
    EXPECT_NEAR(look_down(by_cell, 0.25f, 0.25f).point.flat_normal.y(), 1.0f, 1e-6f);
    const RenderScene by_node(coloured_by("T"), subject);
    EXPECT_LT((look_down(by_node, 0.5f, 0.25f).point.finish.colour - map_colour(0.5f)).norm(), 0.01f);
}

TEST(Matter, OwnColoursStandWhereNoColumnIsNamedAndMaterialsBeforeThem) {
    const TetMesh mesh = two_tets();
    const RenderSubject subject{.bounds = unit_bounds(), .tetrahedra = {{&mesh, "jelly"}}};
    RenderSettings settings = small_settings(1);
    const RenderScene own(settings, subject);
    EXPECT_FALSE(own.colours());
    EXPECT_NEAR(look_down(own, 0.5f, 0.25f).point.finish.colour.x(), 0.5f, 1e-5f);
    settings.materials = {{"jelly", ClayMaterial{}}};
    EXPECT_EQ(look_down(RenderScene(settings, subject), 0.5f, 0.25f).point.finish.colour, ClayMaterial{}.colour);
    settings.materials = {{"jelly", IceMaterial{}}};
    EXPECT_NE(look_down(RenderScene(settings, subject), 0.5f, 0.25f).point.liquid, nullptr);
}

TEST(Matter, MeshesOfTheSimulationArePaintedAndObstaclesNot) {
    TriangleMesh mesh = ball_mesh(Vec3::Zero(), 1.0f, 8);
    mesh.attributes.resize(mesh.vertex_count());
    mesh.attributes.add<ScalarColumn>("T");
    RenderSurface surface{&mesh, "skin", false, true};
    EXPECT_TRUE(RenderScene(coloured_by("T"), {{surface}, {}, unit_bounds()}).colours());
    surface.is_painted = false;
    EXPECT_FALSE(RenderScene(coloured_by("T"), {{surface}, {}, unit_bounds()}).colours());
}

TEST(Matter, ParticlesOfSolidsStandBesideSurfaces) {
    ParticleSet set;
    set.resize(1);
    set.add<Vec3Column>("P");
    RenderParticles balls{&set, 0.5f, "stone", false};
    EXPECT_TRUE(look_down(RenderScene(small_settings(1), {{}, {balls}, unit_bounds()})).hit.exists());
    balls.is_fluid = true;
    EXPECT_FALSE(look_down(RenderScene(small_settings(1), {{}, {balls}, unit_bounds()})).hit.exists());
}

std::string message_of(const RenderSettings& settings, const RenderSubject& subject) {
    try {
        const RenderScene scene(settings, subject);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no InputError";
}

TEST(Matter, WhatCannotBeDrawnIsNamed) {
    ParticleSet surfels = two_surfels();
    const RenderSubject discs{.bounds = unit_bounds(), .discs = {{&surfels, 1.0f, "skin"}}};
    surfels.get<Vec3Column>("N").set(1, Vec3::Zero());
    EXPECT_EQ(message_of(small_settings(1), discs), "surfel 1 of 'skin': its normal is zero or not finite");
    surfels.remove("N");
    EXPECT_EQ(message_of(small_settings(1), discs), "the surfels 'skin' have no normals (N)");
    surfels = two_surfels();
    RenderSettings settings = small_settings(1);
    settings.materials = {{"skin", WaterMaterial{}}};
    EXPECT_NE(message_of(settings, discs).find("enclose nothing"), std::string::npos);

    Strands strands = one_strand();
    strands.points.get<Vec3Column>("P").set(2, Vec3::Constant(std::numeric_limits<Real>::infinity()));
    EXPECT_EQ(message_of(small_settings(1), {.bounds = unit_bounds(), .strands = {{&strands, 0.1f, "hair"}}}),
              "point of a strand 2: its position or radius is not finite");
    TetMesh mesh = two_tets();
    mesh.tets[0][2] = 77;
    EXPECT_NE(message_of(small_settings(1), {.bounds = unit_bounds(), .tetrahedra = {{&mesh, "jelly"}}}),
              "no InputError");
}

TEST(Matter, EmptyPartsAreLeftOut) {
    ParticleSet none;
    none.add<Vec3Column>("P");
    none.add<Vec3Column>("N");
    const Strands bald;
    const TetMesh hollow;
    const RenderSubject subject{.bounds = unit_bounds(),
                                .discs = {{&none, 0.1f, "a"}},
                                .strands = {{&bald, 0.1f, "b"}},
                                .tetrahedra = {{&hollow, "c"}}};
    EXPECT_EQ(hash_of(render_frame(small_settings(1), subject).picture),
              hash_of(render_frame(small_settings(1), {{}, {}, unit_bounds()}).picture));
}

}  // namespace
}  // namespace lamella
