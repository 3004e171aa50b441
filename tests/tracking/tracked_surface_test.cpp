#include "moving_particles.hpp"
#include "tracking_testing.hpp"

#include <lamella/cache/state_archive.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/tracking/transfer.hpp>

namespace lamella {
namespace {

using namespace test;

constexpr double kSpeed = 0.25;  // radians a second and frame

void add_columns(TrackedSurface& surface) {
    auto& rest = surface.vertices().table().add<Vec3Column>("rest");
    auto& label = surface.vertices().table().add<IndexColumn>("label");
    for (Index v = 0; v < surface.mesh().vertex_slots(); ++v) {
        rest.set(v, surface.mesh().positions[v]);
        label[v] = v % 7;
    }
}

std::uint64_t bits_of(const TrackedSurface& surface) {
    std::uint64_t hash = hash_of(surface.mesh());
    for (int c = 0; c < 3; ++c) {
        const auto values = surface.mesh().vertices.table().get<Vec3Column>("rest").component(c).span();
        hash = 31 * hash + hash_bytes(values.data(), values.size_bytes());
    }
    return hash;
}

// A ball that is sheared around z, more and more.
ParticleSet sheared(const std::vector<Vec3>& points, double time) {
    return frame_at(
        points, time, [](const Vec3d& p, double t) { return turned(p, 0.08 * t * p.z()); },
        [](const Vec3d& p, double t) {
            const Vec3d x = turned(p, 0.08 * t * p.z());
            return Vec3d(-0.08 * p.z() * x.y(), 0.08 * p.z() * x.x(), 0.0);
        });
}

TEST(TrackedSurface, TurnsWithItsBody) {
    const std::vector<Vec3> points = particle_ball(5.0f);
    Follower ball(turning(points, 0.0, kSpeed));
    ball.start();
    add_columns(ball.surface);
    const double volume = measure_quality(ball.surface.mesh(), 0.5f).volume;
    for (int frame = 1; frame <= 6; ++frame) {
        const TrackReport report = ball.follow(turning(points, frame, kSpeed), 1.0);
        EXPECT_EQ(report.failed, 0);
        EXPECT_EQ(report.replaced, 0);
        EXPECT_LT(report.evaluations, 3 * report.vertex_steps);
    }
    const ConnectedMesh& mesh = ball.surface.mesh();
    EXPECT_EQ(check(mesh), "");
    EXPECT_EQ(euler_number(mesh), 2);
    EXPECT_NEAR(measure_quality(mesh, 0.5f).volume / volume, 1.0, 1e-3);
    const auto& rest = mesh.vertices.table().get<Vec3Column>("rest");
    double slip = 0.0;
    for (Index v = 0; v < mesh.vertex_slots(); ++v)
        slip = std::max(slip, (turned(rest[v].cast<double>(), 6 * kSpeed) - mesh.positions[v].cast<double>()).norm());
    EXPECT_LT(slip, 0.05);  // spacings
    std::vector<LevelSample> samples(mesh.positions.size());
    ball.moment().phi().evaluate(mesh.positions, samples);
    for (const LevelSample& s : samples) EXPECT_LT(std::abs(s.value), 2e-3f * s.gradient.norm());
}

TEST(TrackedSurface, HasTheSameBitsForAnyThreadsAndAfterAResume) {
    const std::vector<Vec3> points = particle_ball(4.0f);
    std::vector<std::uint64_t> whole;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        Follower ball(sheared(points, 0.0));
        ball.start();
        add_columns(ball.surface);
        for (int frame = 1; frame <= 4; ++frame) ball.follow(sheared(points, frame), 1.0);
        whole.push_back(bits_of(ball.surface));
    }
    EXPECT_EQ(whole[1], whole[0]);
    EXPECT_EQ(whole[2], whole[0]);

    StateArchive saved;
    {
        Follower ball(sheared(points, 0.0));
        ball.start();
        add_columns(ball.surface);
        for (int frame = 1; frame <= 2; ++frame) ball.follow(sheared(points, frame), 1.0);
        StateSaver saver(saved);
        ball.surface.state(saver);
    }
    Follower resumed(sheared(points, 2.0));
    StateLoader loader(saved);
    resumed.surface.state(loader);
    EXPECT_TRUE(resumed.surface.started());
    for (int frame = 3; frame <= 4; ++frame) resumed.follow(sheared(points, frame), 1.0);
    EXPECT_EQ(bits_of(resumed.surface), whole[0]);
}

// The log does to other columns what was done to those of the mesh.
TEST(TrackedSurface, ReplaysItsLogToTheBit) {
    const std::vector<Vec3> points = particle_ball(4.0f);
    Follower ball(sheared(points, 0.0));
    ball.start();
    add_columns(ball.surface);
    ElementData again;
    again.replace(ball.surface.mesh().vertices.table());
    Index changed = 0;
    for (int frame = 1; frame <= 6; ++frame) {
        const Index before = again.size();
        const RemeshReport work = ball.follow(sheared(points, frame), 1.0).remeshed;
        changed += work.splits + work.collapses;
        const CarryLog& log = ball.surface.log();
        again.replay(log);
        ASSERT_EQ(again.size(), ball.surface.mesh().vertex_slots());
        const auto origins = origins_of(log, before);
        ASSERT_EQ(origins.size(), ball.surface.mesh().positions.size());
        for (const VertexOrigin& origin : origins) {
            double sum = 0.0;
            for (const double weight : origin.weights) sum += weight;
            EXPECT_NEAR(sum, 1.0, 1e-12);
        }
    }
    EXPECT_GT(changed, 20);
    const ColumnTable &tracked = ball.surface.mesh().vertices.table(), &replayed = again.table();
    for (Index v = 0; v < tracked.size(); ++v) {
        EXPECT_EQ(tracked.get<Vec3Column>("rest")[v], replayed.get<Vec3Column>("rest")[v]);
        EXPECT_EQ(tracked.get<IndexColumn>("label")[v], replayed.get<IndexColumn>("label")[v]);
    }
    EXPECT_THROW(ElementData().replay(ball.surface.log()), InputError);
}

// Two balls become one: the mesh is repaired, keeps its columns and stays closed.
TEST(TrackedSurface, MergesWhereBodiesDo) {
    std::vector<Vec3> points = particle_ball(3.0f, {-4.0f, 0, 0});
    const std::vector<Vec3> others = particle_ball(3.0f, {4.0f, 0, 0});
    const auto half = static_cast<Index>(points.size());
    points.insert(points.end(), others.begin(), others.end());
    const auto frame = [&](double time) {
        return frame_at(
            points, time, [](const Vec3d& p, double t) { return Vec3d(p.x() - (p.x() > 0 ? t : -t), p.y(), p.z()); },
            [](const Vec3d& p, double) { return Vec3d(p.x() > 0 ? -1.0 : 1.0, 0.0, 0.0); });
    };
    ASSERT_GT(half, 50);
    Follower balls(frame(0.0));
    balls.start();
    add_columns(balls.surface);
    EXPECT_EQ(euler_number(balls.surface.mesh()), 4);
    Index repairs = 0;
    for (int k = 1; k <= 8; ++k) {
        const TrackReport report = balls.follow(frame(0.25 * k), 0.25);
        repairs += report.repairs;
        EXPECT_EQ(report.replaced, 0);
        EXPECT_EQ(check(balls.surface.mesh()), "");
    }
    EXPECT_GE(repairs, 1);
    EXPECT_EQ(euler_number(balls.surface.mesh()), 2);
    const auto& rest = balls.surface.mesh().vertices.table().get<Vec3Column>("rest");
    for (Index v = 0; v < rest.size(); ++v) EXPECT_GT(rest[v].norm(), 0.5f);
}

TEST(TrackedSurface, SaysThatThereIsNoSurface) {
    ParticleSet none;
    none.add<Vec3Column>("P");
    Follower nothing(none);
    EXPECT_THROW(nothing.start(), InputError);
}

// Fields that are no sums of kernels are made anew at every sub-step. Those with creases lose vertices now and then.
TEST(TrackedSurface, FollowsEveryField) {
    const std::vector<Vec3> points = particle_ball(3.0f);
    for (const FrameField& field : {FrameField(Mueller2003Parameters{}), FrameField(ZhuBridson2005Parameters{}),
                                    FrameField(Yu2011Parameters{}), FrameField(Ando2011Parameters{})}) {
        Follower ball(turning(points, 0.0, 0.1), field);
        ball.start();
        const TrackReport report = ball.follow(turning(points, 1.0, 0.1), 1.0);
        EXPECT_EQ(check(ball.surface.mesh()), "") << field.index();
        const bool smooth =
            std::holds_alternative<Mueller2003Parameters>(field) || std::holds_alternative<Yu2011Parameters>(field);
        if (smooth) {
            EXPECT_EQ(report.replaced, 0) << field.index();
        }
    }
}

}  // namespace
}  // namespace lamella
