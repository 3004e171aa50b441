#include "tracking_testing.hpp"

#include <lamella/core/random.hpp>
#include <lamella/tracking/projection.hpp>

namespace lamella {
namespace {

using namespace test;

// A ball, with a field that is no distance: curved and three times as steep.
class BallField : public LevelField {
public:
    explicit BallField(Real radius) : radius_(radius) {}
    void evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const override {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Real r = points[i].norm(), depth = radius_ - r;
            out[i].value = 3.0f * depth + 2.0f * depth * depth;
            out[i].gradient = -(3.0f + 4.0f * depth) * points[i] / r;
        }
    }

private:
    Real radius_;
};

// Nothing anywhere near.
class EmptyField : public LevelField {
public:
    void evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const override {
        for (std::size_t i = 0; i < points.size(); ++i) out[i] = {-0.4f, Vec3::Zero()};
    }
};

ProjectionSettings spacing(Real d) {
    ProjectionSettings settings;
    settings.spacing = d;
    return settings;
}

TEST(Projection, PutsVerticesOnTheSurface) {
    ConnectedMesh mesh = ball(1.0f, 0.1f);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
        mesh.positions[v] *= 1.0f + 0.02f * (2.0f * random_unit(7, 0, static_cast<std::int64_t>(v)) - 1.0f);
    const ProjectionReport report = project(mesh, BallField(1.0f), spacing(0.2f));
    EXPECT_EQ(report.vertices, mesh.vertex_slots());
    EXPECT_TRUE(report.failed.empty());
    for (const Vec3& p : mesh.positions) EXPECT_NEAR(p.norm(), 1.0f, 2e-6f);
    EXPECT_LE(report.evaluations, 4 * report.vertices);
    const ProjectionReport again = project(mesh, BallField(1.0f), spacing(0.2f));
    EXPECT_EQ(again.evaluations, again.vertices);  // where it is on the surface it is looked at once
    EXPECT_EQ(again.largest_move, 0.0f);
}

TEST(Projection, FlagsWhatFindsNoSurface) {
    ConnectedMesh mesh = ball(1.0f, 0.2f);
    for (Vec3& p : mesh.positions)
        if (p.z() > 0.0f) p *= 1.2f;  // beyond 0.5 d
    const ProjectionReport report = project(mesh, BallField(1.0f), spacing(0.2f));
    ASSERT_FALSE(report.failed.empty());
    for (const FailedVertex& f : report.failed) {
        EXPECT_GT(f.before.z(), 0.0f);
        EXPECT_EQ(mesh.positions[f.vertex], f.after);
        EXPECT_LT(f.after.norm(), f.before.norm());                    // towards it
        EXPECT_LE((f.after - f.before).norm(), 0.25f * 0.2f + 1e-6f);  // but no more than that
    }
    for (Index v = 0; v < mesh.vertex_slots(); ++v)
        if (mesh.positions[v].z() <= 0.0f) {
            EXPECT_NEAR(mesh.positions[v].norm(), 1.0f, 2e-4f);
        }
}

TEST(Projection, OfAPatchGoesAlongTheGradientWhereNormalsMislead) {
    const auto small_ball = [] {
        ConnectedMesh mesh = ball(0.1f, 0.03f);
        for (Vec3& p : mesh.positions) p.x() += 1.02f;  // that part which lies within the large one looks inwards
        return mesh;
    };
    ProjectionSettings settings = spacing(0.4f);
    ConnectedMesh mesh = small_ball();
    EXPECT_FALSE(project(mesh, BallField(1.0f), settings).failed.empty());
    settings.of_patch = true;
    mesh = small_ball();
    EXPECT_TRUE(project(mesh, BallField(1.0f), settings).failed.empty());
    for (const Vec3& p : mesh.positions) EXPECT_NEAR(p.norm(), 1.0f, 1e-3f);
}

TEST(Projection, LeavesVerticesWhereTheFieldIsFlat) {
    ConnectedMesh mesh = ball(1.0f, 0.3f);
    const std::vector<Vec3> before = mesh.positions;
    const ProjectionReport report = project(mesh, EmptyField(), spacing(0.2f));
    EXPECT_EQ(static_cast<Index>(report.failed.size()), report.vertices);
    EXPECT_EQ(mesh.positions, before);
}

TEST(Projection, ProjectsOnlyTheVerticesGiven) {
    ConnectedMesh mesh = ball(1.02f, 0.2f);
    const std::vector<Vec3> before = mesh.positions;
    const std::vector<Index> some = {3, 5};
    EXPECT_EQ(project(mesh, BallField(1.0f), spacing(0.2f), some).vertices, 2);
    for (Index v = 0; v < mesh.vertex_slots(); ++v) EXPECT_EQ(mesh.positions[v] == before[v], v != 3 && v != 5);
}

}  // namespace
}  // namespace lamella
