// Rigid bodies of a scene: alone and in liquids, gone on with, and refused.
#include "small_runs.hpp"

#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/rigid/rigid_solver.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace lamella {
namespace {

LoadedScene scene_with(const std::string& bodies, const std::string& more = "") {
    return scene_in_a_box("bodies", bodies, 25, more);
}

constexpr const char* kHeap =
    R"({"name": "crate", "shape": {"type": "box", "min": [0.1, 0.02, 0.1], "max": [0.2, 0.12, 0.2], "rotation": [0, 0, 20]}},
       {"name": "ball", "shape": {"type": "sphere", "centre": [0.16, 0.25, 0.15], "radius": 0.05}, "spin": [0, 0, 5],
        "held": [{"until": 0.1}, {"from": 0.15, "until": 0.19}],
        "motion": {"keys": [{"time": 0}, {"time": 0.1, "translation": [0.02, 0, 0]}]}},
       {"name": "cup", "shape": {"type": "revolved", "base": [0.3, 0.2, 0.3], "profile": [
         {"radius": 0, "height": 0}, {"radius": 0.05, "height": 0}, {"radius": 0.05, "height": 0.08},
         {"radius": 0.04, "height": 0.08}, {"radius": 0.04, "height": 0.01}, {"radius": 0, "height": 0.01}]}})";
constexpr const char* kPool =
    R"(, "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.4, 0.16, 0.4]}]}])";

std::vector<Vec3> places(const Simulation& simulation) {
    std::vector<Vec3> all;
    for (const BodyPose& pose : simulation.poses()) all.push_back(pose.pose.translation);
    return all;
}

class RigidBodies : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Alone, RigidBodies, testing::Values(std::string()));
INSTANTIATE_TEST_SUITE_P(InLiquids, RigidBodies,
                         testing::Values(kPool + std::string(R"(, "solver": "sph")"),
                                         kPool + std::string(R"(, "solver": "flip")")));

TEST_P(RigidBodies, GoOnFromACheckpointWithTheSameBits) {
    const LoadedScene loaded = scene_with(
        GetParam().empty()
            ? kHeap
            : R"({"name": "crate", "shape": {"type": "box", "min": [0.1, 0.18, 0.1], "max": [0.2, 0.26, 0.2]},
                   "held": [{"until": 0.05}, {"from": 0.13}],
                   "motion": {"keys": [{"time": 0}, {"time": 1, "translation": [0.2, 0, 0], "rotation": [0, 90, 0]}]}})",
        GetParam());
    const std::vector<Vec3> whole = places(*simulated(loaded, 6));
    EXPECT_EQ(places(*simulated(loaded, 6, 3)), whole);
    for (const Vec3& p : whole) EXPECT_TRUE(p.allFinite());
}

// What a liquid says it does to a body is what moves it, with its weight, to rounding.
void expect_moved_by_what_the_liquid_gives(const std::string& solver) {
    const LoadedScene loaded = scene_with(
        R"({"name": "crate", "density": 300, "shape": {"type": "box", "min": [0.1, 0.08, 0.1], "max": [0.2, 0.18, 0.2],
                       "rotation": [0, 0, 20]}})",
        kPool + fmt::format(R"(, "solver": "{}")", solver));
    World world = make_world({}, *loaded.scene, *loaded.assets);
    const auto& rigid = world.get<RigidSolver>();
    double largest = 0.0;
    for (int step = 0; step < 20; ++step) {
        const RigidState before = rigid.states()[0];
        const double dt = world.step(1.0), mass = rigid.rigid()[0].mass;
        const BodyLoad& load = world.step_loads().first.on[0];
        const RigidState& after = rigid.states()[0];
        const Vec3d weight = mass * dt * Vec3d(0.0, -9.81, 0.0), change = mass * (after.velocity - before.velocity);
        EXPECT_LT((change - weight - load.impulse).norm(), 1e-5 * (weight.norm() + load.impulse.norm()));
        const Vec3d torque = load.angular - cross(before.centre, load.impulse);
        EXPECT_LE((after.angular - before.angular - torque).norm(), 1e-5 * load.angular.norm());
        largest = std::max(largest, load.impulse.norm());
    }
    EXPECT_GT(largest, 0.0);
}

TEST(RigidBodiesInFlip, AreMovedByWhatTheLiquidGives) { expect_moved_by_what_the_liquid_gives("flip"); }
TEST(RigidBodiesInSph, AreMovedByWhatTheLiquidGives) { expect_moved_by_what_the_liquid_gives("sph"); }

// A raft of a twentieth of the water's density comes to rest where it floats: pushed afterwards it swings up.
TEST(RigidBodiesInSph, LightRaftsComeToRest) {
    const LoadedScene loaded = scene_with(
        R"({"name": "raft", "density": 50,
            "shape": {"type": "box", "min": [0.1, 0.162, 0.1], "max": [0.3, 0.242, 0.3]}})",
        kPool + std::string(R"(, "solver": "sph")"));
    World world = make_world({}, *loaded.scene, *loaded.assets);
    const auto& rigid = world.get<RigidSolver>();
    double fastest = 0.0;
    while (world.time() < 1.4) {
        world.step(1.4 - world.time());
        if (world.time() > 1.1) fastest = std::max(fastest, std::abs(rigid.states()[0].velocity.y()));
    }
    EXPECT_LT(fastest, 0.03);
    EXPECT_NEAR(rigid.states()[0].centre.y(), 0.16 - 0.05 * 0.08 + 0.04, 0.02);
}

TEST(RigidBodiesAlone, NeedNoLiquidAndKeepTheirMass) {
    const LoadedScene loaded = scene_with(kHeap);
    Simulation simulation({}, *loaded.scene, *loaded.assets);
    for (int frame = 1; frame <= 9; ++frame) ASSERT_TRUE(simulation.finish_next_frame({}));
    const LedgerRow row = simulation.take_row();
    EXPECT_EQ(row.particles.value_or(0), 0);
    EXPECT_NEAR(*row.mass_kg,
                500.0 * (0.001 + 4.0 / 3.0 * 3.14159265 * 0.000125 + 3.14159265 * (0.0025 * 0.08 - 0.0016 * 0.07)),
                1e-3);
    EXPECT_EQ(simulation.poses().size(), 3u);
}

void expect_fault(const std::string& bodies, const std::string& sentence, const std::string& more = "") {
    try {
        const LoadedScene loaded = scene_with(bodies, more);
        const Simulation simulation({}, *loaded.scene, *loaded.assets);
        FAIL() << "nothing was refused: " << sentence;
    } catch (const std::exception& e) {
        EXPECT_NE(std::string(e.what()).find(sentence), std::string::npos) << e.what();
    }
}

// A box as an OBJ: open without its last face, inside out with all faces in the other order.
std::string box_file(bool open, bool inside_out) {
    std::string text;
    for (const char* corner :
         {".1 .1 .1", ".3 .1 .1", ".3 .3 .1", ".1 .3 .1", ".1 .1 .3", ".3 .1 .3", ".3 .3 .3", ".1 .3 .3"})
        text += fmt::format("v {}\n", corner);
    std::vector<std::string> faces = {"1 4 3 2", "5 6 7 8", "1 2 6 5", "2 3 7 6", "3 4 8 7", "4 1 5 8"};
    if (open) faces.pop_back();
    for (std::string& face : faces) {
        if (inside_out) std::ranges::reverse(face);
        text += "f " + face + "\n";
    }
    const auto file = std::filesystem::temp_directory_path() / fmt::format("lamella_box_{}.obj", ::getpid());
    write_file(file, text);
    return file.string();
}

TEST(RigidBodiesAlone, MeshesHaveAnInside) {
    const auto body = [](bool open, bool inside_out) {
        return fmt::format(R"({{"name": "a", "density": 100, "shape": {{"type": "mesh", "file": "{}"}}}})",
                           box_file(open, inside_out));
    };
    expect_fault(body(true, false), "the mesh is open");
    for (const bool inside_out : {false, true}) {  // which is said, and read in the other order
        const LoadedScene loaded = scene_with(body(false, inside_out));
        Simulation simulation({}, *loaded.scene, *loaded.assets);
        ASSERT_TRUE(simulation.finish_next_frame({}));
        EXPECT_NEAR(simulation.take_row().mass_kg.value_or(0.0), 0.8, 1e-5);
    }
    std::filesystem::remove(box_file(false, false));
}

TEST(RigidBodiesAlone, AreRefusedWithASentence) {
    expect_fault("", "neither a liquid nor a body");
    expect_fault(R"({"name": "a", "shape": {"type": "half_space", "point": [0, 0.1, 0]}})", "no end");
    expect_fault(R"({"name": "a", "shape": {"type": "sphere", "centre": [0.2, 0.2, 0.2], "radius": 0.1}},
                    {"name": "b", "shape": {"type": "sphere", "centre": [0.25, 0.2, 0.2], "radius": 0.1}})",
                 "overlaps");
    expect_fault(R"({"name": "a", "shape": {"type": "sphere", "centre": [0.2, 0.05, 0.2], "radius": 0.1}})",
                 "a wall of the domain");
    expect_fault(
        R"({"name": "a", "density": 0, "shape": {"type": "sphere", "centre": [0.2, 0.2, 0.2], "radius": 0.1}})",
        "density");
    const std::string ball = R"("shape": {"type": "sphere", "centre": [0.2, 0.2, 0.2], "radius": 0.1})";
    expect_fault(R"({"name": "a", "mass": 0, )" + ball + "}", "mass");
    expect_fault(R"({"name": "a", "shape": {"type": "box", "min": [0.1, 0.1, 0.1], "max": [0.3, 0.3, 0.1001]}})",
                 "is a sheet");
    expect_fault(R"({"name": "a", "shape": {"type": "box", "min": [0.1, 0.1, 0.1], "max": [0.3, 0.3, 0.13]}})",
                 "at least two particle spacings", kPool);
    expect_fault(R"({"name": "a", "density": 5, )" + ball + "}", "a hundredth of the liquid's", kPool);
    expect_fault(R"({"name": "a", "motion": {"keys": [{"time": 1, "translation": [1, 0, 0]}]}, )" + ball + "}",
                 "only while it is held");
    expect_fault(R"({"name": "a", "held": [{"from": 1, "until": 1}], )" + ball + "}", "is not after its beginning");
    expect_fault(R"({"name": "a", "held": [{"until": 1}, {"from": 0.5}], )" + ball + "}", "from the hold before");
    expect_fault(R"({"name": "a", "shape": {"type": "sphere", "centre": [0.2, 0.2, 0.2], "radius": 0.1}})", "bodies",
                 kPool + std::string(R"(, "solver": {"type": "prescribed", "flow": "vortex"})"));
}

}  // namespace
}  // namespace lamella
