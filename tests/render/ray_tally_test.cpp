#include "fixtures.hpp"

#include <lamella/core/parallel.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

RayReport rays_of_ball(Index samples, int threads) {
    const ThreadLimit limit(threads);
    const TriangleMesh stone = ball_mesh(Vec3::Zero(), 0.8f);
    return render_frame(small_settings(samples), {{{&stone, "stone", false}}, {}, unit_bounds()}).rays;
}

// Nothing but the sky: one ray a path, which meets nothing.
TEST(RayTally, EveryRayIsCounted) {
    RenderSettings settings = small_settings(4);
    settings.floor.shown = false;
    const RayReport report = render_frame(settings, {{}, {}, unit_bounds()}).rays;
    EXPECT_EQ(report.rays[static_cast<std::size_t>(RayKind::bent)], 48u * 32u * 4u);
    EXPECT_EQ(report.ray_count(), 48u * 32u * 4u);
}

TEST(RayTally, TheCountDoesNotDependOnThreads) {
    const RayReport one = rays_of_ball(4, 1);
    EXPECT_EQ(one.rays, rays_of_ball(4, 2).rays);
    EXPECT_GT(one.rays[static_cast<std::size_t>(RayKind::straight)], 0u);
    EXPECT_GT(one.rays[static_cast<std::size_t>(RayKind::shadow)], 0u);
}

// Embree's part of the paths that were timed is that of the whole loop.
TEST(RayTally, TheTimeIsThatOfTheTimedPathsShare) {
    RayTally tally;
    tally.rays = {10, 20, 30};
    tally.embree_s = {0.1, 0.2, 0.3};
    tally.path_s = 1.2;
    RayReport report;
    report.add(tally, 60.0);
    report.add(RayTally{}, 40.0);  // none was timed
    EXPECT_EQ(report.ray_count(), 60u);
    EXPECT_DOUBLE_EQ(report.rays_per_second(), 0.6);
    EXPECT_NEAR(report.embree_seconds(), 30.0, 1e-12);
}

TEST(RayTally, AboutOnePathOf64IsTimed) {
    int timed = 0;
    for (std::uint64_t number = 0; number < 64000; ++number) {
        RayTally tally;
        const TimedPath path(tally, number);
        timed += tally.timed ? 1 : 0;
    }
    EXPECT_NEAR(timed, 1000, 100);
}

}  // namespace
}  // namespace lamella
