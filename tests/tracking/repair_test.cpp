// What a topology repair promises besides a closed mesh: order, threads, data, lists, the way out.
#include "small_tracker.hpp"

#include <lamella/core/hash.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/tracking/repair/patch_data.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

using namespace test;

// Two bodies that the field has just united, still two in the mesh, and what a projection would report.
struct Contact {
    SoftBalls field{{{{-2.9f, 0.1f, 0.2f}, 2.2f, Vec3::Zero()}, {{2.9f, 0, 0}, 2.2f, Vec3::Zero()}}, 1.25f};
    ConnectedMesh mesh = SmallTracker(field).mesh;
    std::vector<Vec3> failed;
    RepairSettings settings;

    Contact() {
        mesh.vertices.number();
        auto& rest = mesh.vertices.table().add<Vec3Column>("rest");
        auto& one = mesh.vertices.table().add<ScalarColumn>("one");
        auto& label = mesh.vertices.table().add<IndexColumn>("label");
        for (Index v = 0; v < mesh.vertex_slots(); ++v) {
            rest.set(v, mesh.positions[v]);
            one[v] = 1.0f;
            label[v] = mesh.positions[v].x() > 0.0f ? 7 : 3;
        }
        for (SoftBall& ball : field.balls) ball.centre.x() *= 0.85f;
        for (Vec3& x : mesh.positions) x.x() -= x.x() > 0.0f ? 0.43f : -0.43f;
        for (const FailedVertex& vertex : project(mesh, field, {}).failed) {
            failed.push_back(vertex.before);
            failed.push_back(vertex.after);
        }
        settings.cell = 0.5f;
    }
    RepairReport repair() { return repair_topology(mesh, field, settings, failed); }
};

std::uint64_t hash_of(const ConnectedMesh& mesh) {
    const TriangleMesh plain = mesh.to_triangle_mesh();
    Hasher hasher;
    hasher.update(std::span<const Vec3>(plain.positions));
    hasher.update(std::span<const Vec3i>(plain.triangles));
    return hasher.digest();
}

TEST(TopologyRepair, UnitesTwoBodies) {
    Contact contact;
    EXPECT_EQ(check_mesh(contact.mesh.to_triangle_mesh()).components, 2);
    const RepairReport report = contact.repair();
    EXPECT_EQ(check(contact.mesh), "");
    const MeshReport mesh = check_mesh(contact.mesh.to_triangle_mesh());
    EXPECT_TRUE(mesh.closed());
    EXPECT_EQ(mesh.components, 1);
    EXPECT_EQ(mesh.euler_characteristic, 2);
    EXPECT_EQ(report.repairs, 1);
    EXPECT_EQ(report.attempts, 1);
    EXPECT_FALSE(report.emergency);
    EXPECT_GE(report.cells, report.seeds);
    EXPECT_GT(report.replaced, 0);
    EXPECT_TRUE(std::is_sorted(report.active.begin(), report.active.end()));
    EXPECT_TRUE(std::includes(report.active.begin(), report.active.end(), report.patch.begin(), report.patch.end()));
    for (const Index v : report.active) EXPECT_GE(contact.mesh.outgoing(v), 0);
}

TEST(TopologyRepair, LeavesAGoodMeshAlone) {
    const Contact contact;
    ConnectedMesh mesh = SmallTracker(contact.field).mesh;
    const std::uint64_t before = hash_of(mesh);
    const RepairReport report = repair_topology(mesh, contact.field, contact.settings, {});
    EXPECT_EQ(report.repairs, 0);
    EXPECT_TRUE(report.active.empty());
    EXPECT_EQ(hash_of(mesh), before);
}

TEST(TopologyRepair, DoesNotDependOnTheOrderOfPlacesNorOnThreads) {
    Contact first;
    first.repair();
    const std::uint64_t expected = hash_of(first.mesh);
    for (const std::uint64_t order : {1, 2, 3}) {
        Contact other;
        std::vector<std::pair<std::uint64_t, Vec3>> shuffled;
        for (std::size_t i = 0; i < other.failed.size(); ++i)
            shuffled.emplace_back(random_bits(order, 0, i), other.failed[i]);
        std::sort(shuffled.begin(), shuffled.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < shuffled.size(); ++i) other.failed[i] = shuffled[i].second;
        other.repair();
        EXPECT_EQ(hash_of(other.mesh), expected);
    }
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        Contact other;
        other.repair();
        EXPECT_EQ(hash_of(other.mesh), expected) << threads;
    }
}

TEST(TopologyRepair, TheSameBitsAfterManySteps) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        SoftBalls field = flying_balls(3);
        SmallTracker tracker(field);
        for (int k = 0; k < 20; ++k) tracker.step(field, 0.02f, [&] { field.advance(0.02f); });
        hashes.push_back(hash_of(tracker.mesh));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(TopologyRepair, DataComeFromTheClosestOldSurfaceAndCanBeReplayed) {
    Contact contact;
    const ColumnTable before = contact.mesh.vertices.table();
    const RepairReport report = contact.repair();
    const ColumnTable& after = contact.mesh.vertices.table();
    const auto& rest = after.get<Vec3Column>("rest");
    const auto& one = after.get<ScalarColumn>("one");
    const auto& label = after.get<IndexColumn>("label");
    for (Index v = 0; v < contact.mesh.vertex_slots(); ++v) {
        EXPECT_NEAR(one[v], 1.0f, 1e-6f);
        EXPECT_TRUE(label[v] == 7 || label[v] == 3);
    }
    for (const Index v : report.patch) EXPECT_LT((rest[v] - contact.mesh.positions[v]).norm(), 2.0f);
    ElementData replayed;
    ColumnTable start;
    start.resize(before.size());
    start.add<Vec3Column>("rest");
    for (Index v = 0; v < before.size(); ++v) start.get<Vec3Column>("rest").set(v, before.get<Vec3Column>("rest")[v]);
    replayed.replace(std::move(start));
    replayed.resize(contact.mesh.vertex_slots());
    for (const RepairOrigin& origin : report.origins) {
        inherit(replayed, origin);
        Real sum = 0.0f;
        for (Index k = 0; k < origin.count; ++k) sum += origin.weights[k];
        EXPECT_NEAR(sum, 1.0f, 1e-6f);
        for (Index k = 0; k < origin.count; ++k) EXPECT_GE(origin.vertex, origin.parents[k]);
    }
    for (Index v = 0; v < contact.mesh.vertex_slots(); ++v)
        EXPECT_EQ(replayed.table().get<Vec3Column>("rest")[v], rest[v]) << v;
}

// A sheet between two planes.
class SheetField final : public LevelField {
public:
    explicit SheetField(const Box3& box) : box_(box) {}
    void evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const override {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vec3 inside = (points[i] - box_.min).cwiseMin(box_.max - points[i]);
            int axis = 0;
            const Real depth = inside.minCoeff(&axis);
            const bool low = points[i][axis] - box_.min[axis] < box_.max[axis] - points[i][axis];
            out[i] = {depth, (low ? 1.0f : -1.0f) * Vec3(Vec3::Unit(axis))};
        }
    }

private:
    Box3 box_;
};

TEST(TopologyRepair, TearsNoHoleIntoASheetThinnerThanACell) {
    const Box3 box{{-3.0f, -3.0f, -0.185f}, {3.0f, 3.0f, 0.155f}};  // between two planes of nodes
    ConnectedMesh mesh(triangulate(BoxShape{box.min, box.max}, 0.5f));
    RepairSettings settings;
    settings.cell = 0.5f;
    const std::vector<Vec3> failed{{0.1f, 0.2f, 0.0f}};
    const RepairReport report = repair_topology(mesh, SheetField(box), settings, failed);
    EXPECT_EQ(report.repairs, 1);
    EXPECT_FALSE(report.emergency);
    EXPECT_TRUE(check(mesh).empty());
    const MeshReport shape = check_mesh(mesh.to_triangle_mesh());
    EXPECT_TRUE(shape.closed());
    EXPECT_EQ(shape.components, 1);
    EXPECT_EQ(shape.euler_characteristic, 2);
    EXPECT_NEAR(shape.volume, 36.0 * 0.34, 0.05 * 36.0 * 0.34);  // half cells cut off the rim's edges
}

TEST(TopologyRepair, TheWayOutExtractsAllAnew) {
    Contact contact;
    contact.settings.attempts = 0;
    const RepairReport report = contact.repair();
    EXPECT_TRUE(report.emergency);
    EXPECT_EQ(check(contact.mesh), "");
    const MeshReport mesh = check_mesh(contact.mesh.to_triangle_mesh());
    EXPECT_TRUE(mesh.closed());
    EXPECT_EQ(mesh.components, 1);
    EXPECT_EQ(mesh.euler_characteristic, 2);
}

// A tetrahedron smaller than a cell beside a ball, or inside out, or within it.
void expect_satellite_goes(const Vec3& at, bool inside_out) {
    SoftBalls field({{Vec3::Zero(), 3.0f, Vec3::Zero()}}, 1.25f);
    TriangleMesh mesh = SmallTracker(field).mesh.to_triangle_mesh();
    const Index n = mesh.vertex_count();
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0.2f, 0, 0), Vec3(0, 0.2f, 0), Vec3(0, 0, 0.2f)})
        mesh.positions.push_back(at + p);
    for (Vec3i t : {Vec3i(0, 2, 1), Vec3i(0, 1, 3), Vec3i(0, 3, 2), Vec3i(1, 2, 3)}) {
        if (inside_out) std::swap(t[1], t[2]);
        mesh.triangles.emplace_back(t.array() + n);
    }
    mesh.attributes.resize(mesh.vertex_count());
    ConnectedMesh connected(mesh);
    RepairSettings settings;
    settings.cell = 0.5f;
    settings.check_normals = false;
    const RepairReport report = repair_topology(connected, field, settings, {});
    EXPECT_EQ(report.satellites + report.repairs, 1);
    EXPECT_EQ(check_mesh(connected.to_triangle_mesh()).components, 1);
    EXPECT_EQ(check(connected), "");
}

TEST(TopologyRepair, RemovesSatellitesThatPhiDoesNotConfirm) {
    expect_satellite_goes({5.0f, 0.0f, 0.0f}, false);
    expect_satellite_goes({5.0f, 0.0f, 0.0f}, true);
    expect_satellite_goes({0.5f, 0.1f, 0.0f}, false);
}

TEST(TopologyRepair, FarFromTheOriginItIsAsSafe) {
    // Float positions are 1e-3 edges apart.
    const Vec3 far(4000.0f, -4000.0f, 4000.0f);
    Contact contact;
    for (SoftBall& ball : contact.field.balls) ball.centre += far;
    for (Vec3& x : contact.mesh.positions) x += far;
    for (Vec3& x : contact.failed) x += far;
    contact.repair();
    EXPECT_EQ(check(contact.mesh), "");
    const MeshReport mesh = check_mesh(contact.mesh.to_triangle_mesh());
    EXPECT_TRUE(mesh.closed());
    EXPECT_EQ(mesh.components, 1);
    EXPECT_EQ(mesh.euler_characteristic, 2);
}

}  // namespace
}  // namespace lamella
