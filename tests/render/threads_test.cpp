#include "fixtures.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/render/scene_geometry.hpp>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

namespace lamella {
namespace {

std::uint64_t hash_with(int threads, const RenderSettings& settings, const RenderSubject& subject) {
    const ThreadLimit limit(threads);
    return hash_of(render_frame(settings, subject).picture);
}

void expect_same_picture(const RenderSettings& settings, const RenderSubject& subject) {
    const std::uint64_t one = hash_with(1, settings, subject);
    EXPECT_EQ(one, hash_with(2, settings, subject));
    EXPECT_EQ(one, hash_with(3, settings, subject));
    EXPECT_EQ(one, hash_with(2, settings, subject));
}

// Two equal surfaces: every ray has a tie.
TEST(Threads, SamePictureOfWaterWithTies) {
    const TriangleMesh drop = ball_mesh(Vec3(0.0f, 0.2f, 0.0f), 0.8f, 160);
    const TriangleMesh stone = ball_mesh(Vec3(0.3f, -0.6f, 0.2f), 0.4f);
    expect_same_picture(small_settings(8),
                        {{{&drop, "a", true}, {&drop, "b", true}, {&stone, "stone", false}, {&stone, "other", false}},
                         {},
                         unit_bounds()});
}

TEST(Threads, SamePictureOfBalls) {
    ParticleSet particles;
    particles.resize(20000);
    auto& x = particles.add<Vec3Column>("P");
    for (Index i = 0; i < particles.size(); ++i)
        x.set(i, Vec3((i / 2) % 20, (i / 40) % 20, (i / 800) % 25) * 0.08f - Vec3::Ones());
    RenderSettings settings = small_settings(4);
    settings.show = Show::particles;
    settings.colour_by = "P";
    expect_same_picture(settings, {{}, {{&particles, 0.05f}}, unit_bounds()});
}

// Embree shares oneTBB with our loops: what it asks for its own build holds for the whole program.
TEST(Threads, GeometryLeavesTheLoopsTheirThreads) {
    const ThreadLimit limit(3);
    const TriangleMesh stone = ball_mesh(Vec3::Zero(), 0.4f);
    SceneGeometry geometry;
    geometry.add_triangles(stone.positions, stone.positions, stone.triangles, nullptr);
    geometry.finish();
    EXPECT_EQ(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism), 3u);
}

}  // namespace
}  // namespace lamella
