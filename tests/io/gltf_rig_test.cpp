// Rigs of glTF files against closed forms, and what is refused.
#include "small_rig.hpp"

#include <lamella/core/error.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/io/gltf/gltf_rig.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

constexpr float kHalf = 0.70710678f;  // the sine of 45 degrees

Rig read(const SmallRig& rig, const std::string& clip = "") { return read_gltf_rig(rig.text(), "a.gltf", clip); }

// The elbow turns about z by a quarter in the first second.
SmallRig bending() {
    SmallRig rig;
    rig.add(2, "rotation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0, kHalf, kHalf});
    return rig;
}

Vec3 turned(const Vec3& p, double angle) {
    const auto c = static_cast<Real>(std::cos(angle)), s = static_cast<Real>(std::sin(angle));
    return {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()};
}

TEST(GltfRig, TheBoundPoseIsTheMesh) {
    const Rig rig = read(bending());
    EXPECT_EQ(rig.positions(0.0), rig.mesh.positions);
    EXPECT_EQ(rig.mesh.triangle_count(), 20);
    const MeshReport report = check_mesh(rig.mesh);
    EXPECT_TRUE(report.closed() && report.oriented());
    EXPECT_NEAR(report.volume, 0.125, 1e-6);
}

TEST(GltfRig, AnElbowBendsAsLinearBlendSkinningSays) {
    const Rig rig = read(bending(), "bend");
    for (const double t : {0.0, 0.3, 0.77, 1.0, 5.0}) {
        const double angle = 0.5 * std::numbers::pi * std::min(t, 1.0);
        const std::vector<Vec3> x = rig.positions(t);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const Vec3 rest = rig.mesh.positions[i], elbow(1, 0, 0);
            const Vec3 moved = elbow + turned(rest - elbow, angle);
            const Vec3 expected = i < 4 ? rest : i < 8 ? Vec3(0.5f * (rest + moved)) : moved;
            EXPECT_LT((x[i] - expected).norm(), 1e-6f) << t << " " << i;
        }
    }
}

TEST(GltfRig, WeightsNeedNotAddUpToOne) {
    SmallRig rig = bending();
    const std::vector<Vec3> x = read(rig).positions(0.6);
    for (float& w : rig.weights) w *= 3.0f;
    const std::vector<Vec3> y = read(rig).positions(0.6);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((x[i] - y[i]).norm(), 1e-6f);
}

TEST(GltfRig, TheNodeOfASkinnedMeshDoesNotMoveIt) {
    SmallRig rig = bending();
    rig.mesh_node = R"("mesh":0,"skin":0,"translation":[7,7,7])";
    EXPECT_EQ(read(rig).positions(0.5), read(bending()).positions(0.5));
}

TEST(GltfRig, CubicSplinesFollowTheirFormula) {
    SmallRig rig;  // from 0 to 1 with the slopes 4 and -2; the outer slopes play no role
    rig.add(1, "translation", "CUBICSPLINE", {0, 2}, {9, 9, 9, 0, 0, 0, 4, 0, 0, -2, 0, 0, 1, 0, 0, 9, 9, 9});
    const Rig read_rig = read(rig);
    for (double t = 0.0; t <= 2.0; t += 0.125) {
        const double s = 0.5 * t;
        const double x = 2.0 * 4.0 * (s - 2.0 * s * s + s * s * s) + (3.0 * s * s - 2.0 * s * s * s) +
                         2.0 * -2.0 * (s * s * s - s * s);
        EXPECT_NEAR(read_rig.positions(t)[0].x(), x, 1e-6) << t;  // the whole arm hangs on the shoulder
        EXPECT_NEAR(read_rig.positions(t)[8].x(), 2.0 + x, 1e-6) << t;
    }
}

TEST(GltfRig, StepsHoldTheirValue) {
    SmallRig rig;
    rig.add(1, "translation", "STEP", {0, 1}, {0, 0, 0, 0, 3, 0});
    EXPECT_NEAR(read(rig).positions(0.99)[0].y(), -0.125, 1e-6);
    EXPECT_NEAR(read(rig).positions(1.0)[0].y(), 2.875, 1e-6);
}

TEST(GltfRig, MorphTargetsShiftBeforeTheSkinTurns) {
    SmallRig rig = bending();
    rig.shifts.assign(rig.positions.size(), 0.0f);
    rig.shifts[3 * 8] = 0.5f;  // vertex 8, which follows the elbow, along x
    rig.add(0, "weights", "LINEAR", {0, 1}, {0, 2});
    const Rig read_rig = read(rig);
    ASSERT_EQ(read_rig.targets.size(), 1u);
    const Vec3 without = read(bending()).positions(1.0)[8], with = read_rig.positions(1.0)[8];
    EXPECT_LT((with - without - Vec3(0, 1, 0)).norm(), 1e-6f);  // twice the shift, turned by a quarter
    EXPECT_LT((read_rig.positions(0.25)[9] - read(bending()).positions(0.25)[9]).norm(), 1e-7f);
}

TEST(GltfRig, ASecondSetOfJointsCountsToo) {
    // The same file with its weights in the second set gives the same arm.
    std::string text = bending().text();
    const std::string first = R"("JOINTS_0":1,"WEIGHTS_0":2)";
    text.replace(text.find(first), first.size(), R"("JOINTS_0":1,"WEIGHTS_0":2,"JOINTS_1":1,"WEIGHTS_1":2)");
    const std::vector<Vec3> x = read_gltf_rig(text, "a.gltf").positions(0.4), y = read(bending()).positions(0.4);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((x[i] - y[i]).norm(), 1e-6f);
}

TEST(GltfRig, ItsContentsAreTold) {
    SmallRig rig = bending();
    rig.shifts.assign(rig.positions.size(), 0.0f);
    const RigContents contents = read_rig_contents(rig.text(), "a.gltf");
    ASSERT_EQ(contents.clips.size(), 1u);
    EXPECT_EQ(contents.clips[0].name, "bend");
    EXPECT_EQ(contents.clips[0].seconds, 1.0);
    ASSERT_EQ(contents.skins.size(), 1u);
    EXPECT_EQ(contents.skins[0].joints, (std::vector<std::string>{"shoulder", "elbow"}));
    EXPECT_EQ(contents.targets, 1u);
}

struct Fault {
    const char* name;
    void (*spoil)(SmallRig&);
    const char* clip;
    const char* sentence;
};
class GltfRigFaults : public testing::TestWithParam<Fault> {};

TEST_P(GltfRigFaults, AreSentences) {
    SmallRig rig = bending();
    GetParam().spoil(rig);
    try {
        read(rig, GetParam().clip);
        FAIL() << "nothing was refused";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(GetParam().sentence), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).substr(0, 8), "a.gltf: ");
    }
}

const Fault kFaults[] = {
    {"joint",
     [](SmallRig& r) {
         r.joints[1] = 9;
         r.weights[1] = 0.5f;
     },
     "", "vertex 0 follows joint 9, the skin has 2"},
    {"not_a_number", [](SmallRig& r) { r.weights[8] = std::numeric_limits<float>::quiet_NaN(); }, "",
     "vertex 2 has the weight nan, which is no share"},
    {"negative", [](SmallRig& r) { r.weights[0] = -1.0f; }, "", "vertex 0 has the weight -1"},
    {"no_weight", [](SmallRig& r) { r.weights[0] = 0.0f; }, "", "vertex 0 follows no joint"},
    {"few_joints", [](SmallRig& r) { r.joints.resize(20); }, "", "not as many joints and weights as positions"},
    {"circle",
     [](SmallRig& r) {
         r.elbow += R"(,"children":[1])";
         r.roots = "0";
     },
     "", "the nodes form a circle"},
    {"two_parents", [](SmallRig& r) { r.mesh_node += R"(,"children":[2])"; }, "", "node 2 has two parents"},
    {"no_skin", [](SmallRig& r) { r.mesh_node = R"("mesh":0)"; }, "", "neither a skin nor a morph target"},
    {"no_such_skin", [](SmallRig& r) { r.mesh_node = R"("mesh":0,"skin":3)"; }, "",
     "skin 3 does not exist, there are 1"},
    {"no_such_joint", [](SmallRig& r) { r.skin = R"("joints":[1,7],"inverseBindMatrices":4)"; }, "",
     "node 7 does not exist, there are 3"},
    {"few_matrices", [](SmallRig& r) { r.inverse_bind.resize(16); }, "", "skin '0' has 2 joints and 1 inverse bind"},
    {"matrix", [](SmallRig& r) { r.inverse_bind[3] = std::numeric_limits<float>::infinity(); }, "",
     "the inverse bind matrix of joint 0 is not finite"},
    {"no_clip", [](SmallRig&) {}, "swim", "there is no clip 'swim'; there are 'bend'"},
    {"no_clip_number", [](SmallRig&) {}, "4", "clip 4 does not exist, there are 1"},
    {"position", [](SmallRig& r) { r.positions[4] = std::numeric_limits<float>::quiet_NaN(); }, "", "is not finite"},
    {"corner", [](SmallRig& r) { r.triangles[5] = 200; }, "", "a triangle names vertex 200, there are 12"},
    {"target", [](SmallRig& r) { r.shifts.assign(9, 0.0f); }, "", "a morph target has not as many vertices"},
    {"weights",
     [](SmallRig& r) {
         r.add(0, "weights", "LINEAR", {0, 1}, {0, 1, 2});
     },
     "", "has 2 times and 3 values"},
};
INSTANTIATE_TEST_SUITE_P(Files, GltfRigFaults, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(GltfRig, AJointWithoutSizeIsFound) {
    SmallRig rig;
    rig.add(2, "scale", "LINEAR", {0, 1}, {1, 1, 1, 0, 0, 0});
    EXPECT_EQ(read(rig).fault(0.5), "");
    EXPECT_EQ(read(rig).fault(1.0), "joint 'elbow' has no size at 1 s of the clip");
}

}  // namespace
}  // namespace lamella
