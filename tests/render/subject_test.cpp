// Subjects that are empty, broken or unusual.
#include "fixtures.hpp"

#include <lamella/core/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

namespace lamella {
namespace {

std::string message_of(const RenderSettings& settings, const RenderSubject& subject) {
    try {
        render_frame(settings, subject);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no InputError";
}

ParticleSet two_particles() {
    ParticleSet particles;
    particles.resize(2);
    particles.add<Vec3Column>("P").set(1, Vec3(0.5f, 0.0f, 0.0f));
    particles.add<Vec3Column>("v").set(1, Vec3(3.0f, 4.0f, 0.0f));
    return particles;
}

RenderSettings particle_settings() {
    RenderSettings settings = small_settings(1);
    settings.show = Show::particles;
    return settings;
}

TEST(Subject, NothingAtAllIsAPictureOfTheFloor) {
    EXPECT_EQ(render_frame(small_settings(1), {}).picture.rgb.size(), 3u * 48 * 32);
}

TEST(Subject, EmptyMeshIsLeftOut) {
    const TriangleMesh empty;
    const RenderSubject with{{{&empty, "water", true}}, {}, unit_bounds()};
    EXPECT_EQ(hash_of(render_frame(small_settings(1), with).picture),
              hash_of(render_frame(small_settings(1), {{}, {}, unit_bounds()}).picture));
}

TEST(Subject, BrokenMeshesAreNamed) {
    TriangleMesh mesh = ball_mesh(Vec3::Zero(), 1.0f, 4);
    mesh.positions[5].y() = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_EQ(message_of(small_settings(1), {{{&mesh, "milk", true}}, {}, unit_bounds()}),
              "surface 'milk': the position of vertex 5 is not finite");
    mesh = ball_mesh(Vec3::Zero(), 1.0f, 4);
    mesh.triangles[3].x() = 999;
    EXPECT_NE(message_of(small_settings(1), {{{&mesh, "milk", true}}, {}, unit_bounds()}).find("triangle 3"),
              std::string::npos);
}

// Embree itself would end the program.
TEST(Subject, WhatIsTooFarAwayIsTold) {
    const auto refused = [](const RenderSettings& settings, const RenderSubject& subject) {
        return message_of(settings, subject).find("cannot be drawn") != std::string::npos;
    };
    TriangleMesh mesh = ball_mesh(Vec3::Zero(), 1.0f, 4);
    mesh.positions[5].y() = 1e19f;
    EXPECT_TRUE(refused(small_settings(1), {{{&mesh, "milk", true}}, {}, unit_bounds()}));
    mesh = ball_mesh(Vec3::Zero(), 1.0f, 4);
    mesh.attributes.resize(mesh.vertex_count());
    mesh.attributes.add<Vec3Column>("v").set(2, Vec3(3e38f, 0.0f, 0.0f));
    RenderSettings blurred = small_settings(1);
    blurred.shutter = 1.0f;
    EXPECT_TRUE(refused(blurred, {{{&mesh, "milk", true}}, {}, unit_bounds()}));
    ParticleSet particles = two_particles();
    particles.add<ScalarColumn>("pscale")[0] = 1e30f;
    const RenderSubject points{{}, {{&particles, 0.1f, "milk"}}, unit_bounds()};
    EXPECT_TRUE(refused(particle_settings(), points));
}

TEST(Subject, NormalsThatAreNotFiniteAreFoundAnew) {
    TriangleMesh mesh = ball_mesh(Vec3::Zero(), 1.0f, 8);
    const RenderSubject subject{{{&mesh, "milk", true}}, {}, unit_bounds()};
    const auto without = hash_of(render_frame(small_settings(1), subject).picture);
    mesh.attributes.resize(mesh.vertex_count());
    auto& normals = mesh.attributes.add<Vec3Column>("N");
    for (Index i = 0; i < mesh.vertex_count(); ++i) normals.set(i, mesh.positions[i]);
    normals.set(3, Vec3::Constant(std::numeric_limits<Real>::infinity()));
    EXPECT_EQ(hash_of(render_frame(small_settings(1), subject).picture), without);
}

TEST(Subject, APictureStops) {
    const TriangleMesh mesh = ball_mesh(Vec3::Zero(), 1.0f, 8);
    const std::atomic<bool> stop = true;
    lamella::Run run;
    run.stop = &stop;
    EXPECT_THROW(render_frame(small_settings(1), {{{&mesh, "milk", true}}, {}, unit_bounds()}, run), Stopped);
}

TEST(Subject, DegenerateTrianglesDoNoHarm) {
    TriangleMesh mesh = ball_mesh(Vec3::Zero(), 1.0f, 8);
    mesh.triangles.push_back({1, 1, 1});
    mesh.triangles.push_back({1, 2, 1});
    for (const Vec3& pixel : render_light(small_settings(2), {{{&mesh, "water", true}}, {}, unit_bounds()}).pixels)
        ASSERT_TRUE(pixel.allFinite());
}

TEST(Subject, NoParticlesIsAPicture) {
    ParticleSet none;
    none.add<Vec3Column>("P");
    none.add<Vec3Column>("v");
    EXPECT_EQ(message_of(particle_settings(), {{}, {{&none, 0.1f}}, unit_bounds()}), "no InputError");
}

TEST(Subject, UnknownAttributeListsTheOthers) {
    const ParticleSet particles = two_particles();
    RenderSettings settings = particle_settings();
    settings.colour_by = "vorticity";
    const std::string message = message_of(settings, {{}, {{&particles, 0.1f}}, unit_bounds()});
    EXPECT_NE(message.find("'vorticity'"), std::string::npos) << message;
    EXPECT_NE(message.find("P, v"), std::string::npos) << message;
}

TEST(Subject, ParticlesThatAreNotFiniteAreRefused) {
    ParticleSet particles = two_particles();
    particles.positions().set(1, Vec3::Constant(std::numeric_limits<Real>::infinity()));
    EXPECT_NE(message_of(particle_settings(), {{}, {{&particles, 0.1f}}, unit_bounds()}).find("particle 1"),
              std::string::npos);
}

}  // namespace
}  // namespace lamella
