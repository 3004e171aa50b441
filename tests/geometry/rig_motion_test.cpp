// A clip that is played: chords between moments, repetition, and the motion that carries it.
#include <lamella/geometry/rig/rig_motion.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

// One triangle, a metre from a joint that turns about z in two keys: a quarter in half a second, and back.
std::shared_ptr<const Rig> swing() {
    Rig rig;
    RigNode& node = rig.nodes.emplace_back();
    node.name = "joint";
    const double h = std::sqrt(0.5);
    node.turns =
        ClipChannel{ClipInterpolation::linear, true, {0.0, 0.5, 1.0}, {{0, 0, 0, 1}, {0, 0, h, h}, {0, 0, 0, 1}}};
    rig.joints.push_back({0, AffineMap::Identity()});
    rig.mesh.positions = {{1, 0, 0}, {1, 0.1f, 0}, {1, 0, 0.1f}};
    rig.mesh.triangles = {{0, 1, 2}};
    rig.mesh.attributes.resize(3);
    auto& normals = rig.mesh.attributes.add<Vec3Column>("N");
    rig.mesh.attributes.add<Vec3Column>("uv").set(1, {0.25f, 0.5f, 0});
    for (Index i = 0; i < 3; ++i) {
        normals.set(i, Vec3::UnitX());
        rig.first.push_back(i);
        rig.influences.push_back({0, 1.0});
    }
    rig.first.push_back(3);
    rig.end = 1.0;
    return std::make_shared<const Rig>(rig);
}

TriangleMesh as_it_is(TriangleMesh mesh) { return mesh; }

RigMotion played(RigPlayback playback, Motion carried = {}) { return {swing(), playback, as_it_is, carried, "a.glb"}; }

TEST(RigMotion, GoesAlongTheClip) {
    const RigMotion motion = played({});
    for (const double t : {0.0, 0.13, 0.25, 0.4999, 0.7}) {
        const double angle = std::numbers::pi * (t < 0.5 ? t : 1.0 - t);
        const Vec3 expected(static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle)), 0);
        EXPECT_LT((motion.at(t).positions[0] - expected).norm(), 2e-4f) << t;  // of a chord: (pi / 96)^2 / 8
        const ColumnTable columns = motion.at(t).attributes;
        EXPECT_LT((columns.get<Vec3Column>("N")[0] - expected).norm(), 1e-6f) << t;
        EXPECT_EQ(columns.get<Vec3Column>("uv")[1], Vec3(0.25f, 0.5f, 0)) << t;  // stays as it is
    }
}

TEST(RigMotion, VelocitiesAreThoseOfTheChords) {
    Motion carried;
    carried.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()}, {2.0f, {1, 2, 3}, {0, 90, 0}}};
    carried.pivot = {0.3f, 0, 0.1f};
    for (const RigMotion& motion : {played({}), played({0.3, 2.0, true}), played({}, carried)}) {
        const double step = 1e-4;  // from none of these times on into the next moment
        for (const double t : {0.011, 0.2, 0.61, 1.7}) {
            const std::vector<Vec3> v = motion.velocities(t);
            const TriangleMesh before = motion.at(t), after = motion.at(t + step);
            for (std::size_t i = 0; i < 3; ++i) {
                const Vec3 difference = (after.positions[i] - before.positions[i]) / static_cast<Real>(step);
                EXPECT_LT((v[i] - difference).norm(), 3e-3f * (1.0f + difference.norm())) << t;
                EXPECT_LE(v[i].norm(), motion.speed_bound() * 1.0001f);
            }
        }
    }
    EXPECT_NEAR(played({}).speed_bound(), std::numbers::pi, 0.02);
    EXPECT_NEAR(played({0.0, 3.0, true}).speed_bound(), 3.0 * std::numbers::pi, 0.06);
}

TEST(RigMotion, RepeatsTheClipOrRestsAtItsEnd) {
    const RigMotion loop = played({0.25, 1.0, true}), once = played({0.25, 1.0, false});
    for (const double t : {0.0, 0.1, 0.33})
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_LT((loop.at(t).positions[i] - loop.at(t + 7.0).positions[i]).norm(), 1e-6f);
    EXPECT_EQ(loop.last_time(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(once.last_time(), 0.75);
    EXPECT_EQ(once.at(0.8).positions, once.at(99.0).positions);
    EXPECT_EQ(once.velocities(0.8)[0], Vec3::Zero());
    EXPECT_NEAR(loop.leap(), 0.0f, 1e-6f);
}

TEST(RigMotion, AClipThatEndsElsewhereLeaps) {
    Rig half = *swing();
    half.end = 0.5;
    const RigMotion motion(std::make_shared<const Rig>(half), {}, as_it_is, {}, "a.glb");
    EXPECT_NEAR(motion.leap(), std::sqrt(2.0f * 1.01f), 1e-3f);  // of the vertex that is farthest from the axis
    EXPECT_LT(motion.speed_bound(), 3.3f);                       // the leap is no speed
}

TEST(RigMotion, IsWeldedWhereSeamsCutIt) {
    TriangleMesh cut;
    cut.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    cut.triangles = {{0, 1, 2}, {3, 5, 4}, {5, 6, 4}};
    const TriangleMesh whole = welded(cut);
    EXPECT_EQ(whole.vertex_count(), 4);
    ASSERT_EQ(whole.triangle_count(), 2);  // one has no area
    EXPECT_EQ(whole.triangles[1], Vec3i(1, 3, 2));
}

}  // namespace
}  // namespace lamella
