// Bodies that merge, part, are born and die, followed by a mesh that is closed and manifold after every step.
#include "small_tracker.hpp"

#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/tracking/repair/repair_grid.hpp>
#include <lamella/tracking/vertex_normal.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

using namespace test;

struct Followed {
    Index repairs = 0, retries = 0, emergencies = 0, satellites = 0;
    Index checks = 0, wrong = 0, wrong_for_long = 0;  // where extractions at l and l / 2 agree
    double largest_volume_error = 0.0;                // against a fresh mesh of the same edges
    double mean_replaced = 0.0;                       // of the vertices, a step
    MeshReport last;
};

bool same_topology(const MeshReport& a, const MeshReport& b) {
    return a.components == b.components && a.euler_characteristic == b.euler_characteristic;
}

class Follower {
public:
    Follower(SoftBalls& field, Real dt) : field_(field), dt_(dt), tracker_(field) {}

    std::span<const Vec3> watch;
    std::function<void(int)> before_step = [](int) {};
    int check_every = 5;

    Followed run(int steps) {
        for (int k = 0; k < steps; ++k) {
            const auto vertices = static_cast<double>(tracker_.mesh.vertex_slots());
            const RepairReport report = tracker_.step(
                field_, dt_, [&] { advance(k); }, watch);
            note(report, vertices * steps);
            const TriangleMesh mesh = tracker_.mesh.to_triangle_mesh();
            result_.last = check_mesh(mesh);
            const std::string wrong = check(tracker_.mesh);
            const bool whole = result_.last.closed() && result_.last.manifold() && result_.last.oriented();
            EXPECT_TRUE(wrong.empty() && whole) << "step " << k << ": " << wrong;
            if (!wrong.empty() || !whole) break;
            if (pending_ > 0) recheck();
            if (k % check_every == check_every - 1) compare(mesh);
        }
        return result_;
    }

private:
    void advance(int k) {
        before_step(k);
        field_.advance(dt_);
    }
    void note(const RepairReport& report, double all_vertices) {
        result_.repairs += report.repairs;
        result_.retries += report.attempts - 1;
        result_.emergencies += report.emergency ? 1 : 0;
        result_.satellites += report.satellites;
        result_.mean_replaced += report.replaced / all_vertices;
    }
    // Whether the references agree, and then whether the mesh has their topology.
    bool references_agree(bool& right) const {
        const Box3 box = field_.bounds().padded(1.0f);
        const MeshReport coarse = check_mesh(extract_mesh(field_, box, SmallTracker::kEdge));
        const MeshReport fine = check_mesh(extract_mesh(field_, box, 0.5f * SmallTracker::kEdge));
        right = same_topology(coarse, result_.last);
        return same_topology(coarse, fine);
    }
    void compare(const TriangleMesh& mesh) {
        const double fresh = enclosed_volume(SmallTracker(field_).mesh.to_triangle_mesh());
        result_.largest_volume_error =
            std::max(result_.largest_volume_error, std::abs(enclosed_volume(mesh) / fresh - 1.0));
        bool right = false;
        if (!references_agree(right)) return;
        ++result_.checks;
        if (right) return;
        ++result_.wrong;
        pending_ = 2;
    }
    void recheck() {
        bool right = false;
        const bool agree = references_agree(right);
        --pending_;
        if (agree && right)
            pending_ = 0;
        else if (pending_ == 0 && agree)
            ++result_.wrong_for_long;
    }

    SoftBalls& field_;
    Real dt_;
    SmallTracker tracker_;
    Followed result_;
    int pending_ = 0;
};

constexpr Real kStep = 0.02f;  // 0.08 spacings at 4 spacings a second

TEST(RepairCases, TwoBallsMergeAndPart) {
    SoftBalls field({{{-5.2f, 0.1f, 0.2f}, 4.0f, {3.5f, 0, 0}}, {{5.2f, 0, 0}, 4.0f, {-3.5f, 0, 0}}}, 1.25f);
    Follower follower(field, kStep);
    follower.before_step = [&](int k) {
        if (k == 40)
            for (SoftBall& ball : field.balls) ball.velocity *= -1.0f;
    };
    const Followed result = follower.run(80);
    EXPECT_GE(result.repairs, 2);
    EXPECT_LE(result.repairs, 10);
    EXPECT_EQ(result.emergencies, 0);
    EXPECT_EQ(result.wrong, 0);
    EXPECT_EQ(result.last.components, 2);
    EXPECT_LT(result.largest_volume_error, 0.005);
    EXPECT_LT(result.mean_replaced, 0.006);
}

TEST(RepairCases, AHoleCloses) {
    std::vector<SoftBall> ring;
    for (int i = 0; i < 12; ++i) {
        const Real angle = 6.2831853f * static_cast<Real>(i) / 12.0f;
        ring.push_back({{4.2f * std::cos(angle), 4.2f * std::sin(angle), 0.1f}, 1.9f, {0.4f, 0.2f, 0.1f}, 1.5f});
    }
    SoftBalls field(ring, 1.25f);
    Follower follower(field, kStep);
    const Followed result = follower.run(50);
    EXPECT_EQ(result.last.euler_characteristic, 2);
    EXPECT_GE(result.repairs, 1);
    EXPECT_EQ(result.emergencies, 0);
    EXPECT_EQ(result.wrong_for_long, 0);
    EXPECT_LT(result.largest_volume_error, 0.005);
}

// The nodes of a repair's grid.
bool a_node_sees(const SoftBalls& field, const Box3& box) {
    const RepairGrid grid(SmallTracker::kEdge, 0);
    const Vec3i low = floor_of(grid.place(box.min)), high = floor_of(grid.place(box.max));
    const bool outside = field.balls[1].sign < 0.0f;
    for (Index x = low.x(); x <= high.x(); ++x)
        for (Index y = low.y(); y <= high.y(); ++y)
            for (Index z = low.z(); z <= high.z(); ++z)
                if ((field.sample(grid.position(Vec3i(x, y, z))).value <= 0.0f) == outside) return true;
    return false;
}

// A second ball, in the first one or beside it, grows from nothing and vanishes again.
void born_and_dies(const Vec3& place, Real sign) {
    const Vec3 velocity(0.5f, 0.3f, 0.0f);
    SoftBalls field({{Vec3::Zero(), 5.0f, velocity}, {place, -0.6f, velocity, 2.5f, sign}}, 1.25f);
    Follower follower(field, kStep);
    const auto near = places_in(Box3{place, place}.padded(2.5f), 0.5f);
    follower.watch = near;
    Followed result;
    for (int k = 0; k < 35; ++k) {
        result = follower.run(1);
        const Vec3 centre = field.balls[1].centre;
        const bool seen = a_node_sees(field, Box3{centre, centre}.padded(2.0f));
        EXPECT_TRUE(!seen || result.last.components == 2) << k;
    }
    EXPECT_EQ(result.last.components, 2);
    field.balls[1].growth *= -1.0f;
    result = follower.run(45);
    EXPECT_EQ(result.last.components, 1);
    EXPECT_GE(result.repairs + result.satellites, 2);
    EXPECT_EQ(result.emergencies, 0);
    EXPECT_LT(result.largest_volume_error, 0.005);
}

TEST(RepairCases, ACavityIsBornAndDies) { born_and_dies({1.0f, 0.5f, 0.2f}, -1.0f); }
TEST(RepairCases, ADropIsBornAndDies) { born_and_dies({8.5f, 0.5f, 0.2f}, 1.0f); }

TEST(RepairCases, BlobsKeepTheTopologyOfTheField) {
    Index checks = 0, wrong = 0, wrong_for_long = 0;
    double replaced = 0.0;
    for (const std::uint64_t seed : {1, 3, 4}) {
        SoftBalls field = flying_balls(seed);
        Follower follower(field, kStep);
        follower.before_step = [&](int) { field.turn_round_at_walls(5.5f); };
        const Followed result = follower.run(60);
        EXPECT_GE(result.repairs, 5);
        EXPECT_EQ(result.emergencies, 0);
        EXPECT_LT(result.largest_volume_error, 0.005);
        replaced += result.mean_replaced / 3.0;
        checks += result.checks;
        wrong += result.wrong;
        wrong_for_long += result.wrong_for_long;
    }
    EXPECT_GE(checks, 20);
    EXPECT_LE(wrong, checks / 10);
    EXPECT_EQ(wrong_for_long, 0);
    EXPECT_LT(replaced, 0.006);
}

TEST(RepairCases, GrowingBallsBecomeOneBody) {
    SoftBalls field = growing_balls(1, 40, 6.5f, 1.2f, 1.0f);
    Follower follower(field, 0.05f);
    follower.check_every = 50;
    const Followed result = follower.run(50);
    EXPECT_EQ(result.last.components, 1);
    EXPECT_EQ(result.last.euler_characteristic, 2);
    EXPECT_EQ(result.emergencies, 0);
    EXPECT_LT(result.largest_volume_error, 0.005);
}

TEST(RepairCases, WithoutAFieldBodiesThatOverlapBecomeOne) {
    SmallTracker tracker(growing_balls(2, 40, 6.5f, 1.2f, 1.0f));
    ConnectedMesh& mesh = tracker.mesh;
    RepairSettings settings;
    settings.cell = SmallTracker::kEdge;
    for (int k = 0; k < 60; ++k) {
        std::vector<Vec3> normals;
        for (Index v = 0; v < mesh.vertex_slots(); ++v) normals.push_back(vertex_normal(mesh, v));
        for (Index v = 0; v < mesh.vertex_slots(); ++v) mesh.positions[v] += 0.05f * normals[v];
        remesh(mesh, tracker.remeshing);
        const RepairReport report = repair_topology(mesh, settings, {});
        EXPECT_FALSE(report.emergency);
        auto active = report.active;
        for (int round = 0; round < 4 && !active.empty(); ++round) remesh_patch(mesh, tracker.remeshing, active);
        compact(mesh);
        ASSERT_EQ(check(mesh), "") << k;
        ASSERT_TRUE(check_mesh(mesh.to_triangle_mesh()).closed()) << k;
    }
    // One body; cavities may be left inside.
    const MeshReport last = check_mesh(mesh.to_triangle_mesh());
    EXPECT_LE(last.components, 5);
    EXPECT_GT(last.volume, 0.0);
}

}  // namespace
}  // namespace lamella
