// Solids of a scene: what frames hold of them, gone on with, on any number of threads, and refused.
#include "small_runs.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

namespace lamella {
namespace {

LoadedScene scene_with(const std::string& solids, const std::string& more = "") {
    return scene_in_a_box("solids", solids, 50, more);
}

// One that yields, touches the floor, is held and let go.
constexpr const char* kJelly =
    R"({"name": "jelly", "youngs_modulus": 2e4, "material": "neo_hooke", "spin": [0, 0, 3],
        "plasticity": {"type": "creep", "yield_strain": 0.01},
        "shape": {"type": "sphere", "centre": [0.2, 0.11, 0.2], "radius": 0.1},
        "held": [{"type": "box", "min": [0.1, 0.18, 0.1], "max": [0.3, 0.3, 0.3], "until": 0.03,
                  "motion": {"keys": [{"time": 0}, {"time": 1, "translation": [0, -0.5, 0]}]}}]})";

const ParticleSet& particles_of(const std::vector<FramePart>& parts) {
    for (const FramePart& part : parts)
        if (const auto* rows = std::get_if<ParticleRows>(&part.data)) return *rows->particles;
    throw RunError("no particles");
}

std::vector<Vec3> places(const Simulation& simulation) {
    const ParticleSet& particles = particles_of(simulation.parts());
    std::vector<Vec3> all;
    for (Index i = 0; i < particles.size(); ++i) all.push_back(particles.positions()[i]);
    return all;
}

std::vector<Vec3> run(int frames) { return places(*simulated(scene_with(kJelly), frames)); }

TEST(Solids, GoOnFromACheckpointWithTheSameBits) {
    const LoadedScene loaded = scene_with(kJelly);
    const auto whole = simulated(loaded, 6);
    EXPECT_EQ(places(*simulated(loaded, 6, 3)), places(*whole));
    EXPECT_NE(places(*whole), run(5));
    LedgerRow row = whole->take_row();
    EXPECT_GT(row.elastic_J.value_or(0.0), 0.0);
    EXPECT_GT(row.dissipated_J.value_or(0.0), 0.0);
}

TEST(Solids, HaveTheSameBitsOnAnyNumberOfThreads) {
    std::vector<std::vector<Vec3>> all;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        all.push_back(run(4));
    }
    EXPECT_EQ(all[0], all[1]);
    EXPECT_EQ(all[0], all[2]);
}

TEST(Solids, FramesHoldParticlesAndASkinnedMesh) {
    const LoadedScene loaded = scene_with(kJelly, R"(, "output": {"attributes": ["stress", "plastic_strain", "J"]})");
    Simulation simulation({}, *loaded.scene, *loaded.assets);
    while (simulation.frame() < 4) ASSERT_TRUE(simulation.finish_next_frame({}));
    const auto parts = simulation.parts();
    ASSERT_EQ(parts.size(), 2u);
    const ParticleSet& particles = particles_of(parts);
    for (const char* column : {"P", "v", "id", "density", "rest", "stress", "plastic_strain", "J"})
        EXPECT_TRUE(particles.has(column)) << column;
    const auto& mesh = std::get<MeshPart>(parts[1].data).mesh;
    EXPECT_GT(mesh.triangle_count(), 100);
    Box3 around = bounds(particles.positions()).padded(0.021f), skin = bounds(mesh);
    EXPECT_TRUE(around.contains(skin.min) && around.contains(skin.max));
    const double mass = simulation.world().balances(Vec3d::Zero()).at("jelly").mass;
    EXPECT_NEAR(mass, 1000.0 * 4.0 / 3.0 * 3.14159265 * 1e-3, 1e-5);
}

std::string fault_of(const std::string& solids, const std::string& more = "") {
    try {
        const LoadedScene loaded = scene_with(solids, more);
        const Simulation simulation({}, *loaded.scene, *loaded.assets);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string box(const std::string& more, const std::string& end = "0.2, 0.2, 0.2") {
    return fmt::format(R"({{"name": "b", "shape": {{"type": "box", "min": [0.1, 0.1, 0.1], "max": [{}]}}{}}})", end,
                       more);
}

TEST(Solids, WrongOnesAreRefusedInASentence) {
    const auto expect = [](const std::string& fault, const std::string& words) {
        EXPECT_NE(fault.find(words), std::string::npos) << fault << "\n  lacks: " << words;
    };
    EXPECT_EQ(fault_of(box("")), "");
    expect(fault_of(box(R"(, "poisson_ratio": 0.5)")), "poisson_ratio");
    expect(fault_of(box(R"(, "youngs_modulus": -1)")), "youngs_modulus");
    expect(fault_of(box(R"(, "youngs_modulus": 1e21, "spacing": 0.02)")), "steps");
    expect(fault_of(box("", "0.2, 0.14, 0.2")), "thinner than three particles of 0.02 m");
    expect(fault_of(box(R"(, "held": [{"type": "sphere", "centre": [0.3, 0.3, 0.3], "radius": 0.02}])")),
           "no particle of 'b' lies in the shape");
    expect(fault_of(box("") +
                    R"(, {"name": "c", "shape": {"type": "sphere", "centre": [0.2, 0.2, 0.2], "radius": 0.05}})"),
           "'c' overlaps 'b'");
    expect(fault_of(box("", "0.2, 0.45, 0.2")), "overlaps a wall of the domain");
    expect(
        fault_of(
            box(""),
            R"(, "obstacles": [{"name": "o", "shape": {"type": "sphere", "centre": [0.15, 0.15, 0.15], "radius": 0.04}}])"),
        "'b' overlaps 'o'");
    expect(fault_of(box(R"(, "plasticity": {"type": "j2", "yield_stress": 1e4})")), "needs the material 'neo_hooke'");
    expect(fault_of(box(""), R"(, "surface": "true_volume")"), "there is no liquid");
    EXPECT_EQ(fault_of(box(R"(, "spacing": 0.01, "sampling": "octree")")), "");
    expect(fault_of(box(R"(, "sampling": "octree")")), "nowhere six of them thick");
    expect(fault_of(box(R"(, "sampling": {"type": "octree", "levels": 0})")), "levels");
    expect(fault_of(box(R"(, "spacing": 0.01, "sampling": "octree", "fracture": {"strength": 1e3, "toughness": 1})")),
           "'regular'");
}

// A rigid ball hits a block: what one loses the other has, and the ball does not go through.
TEST(Solids, RigidBodiesAndSolidsPushOneAnother) {
    const LoadedScene loaded =
        scene_with(box(R"(, "contact_damping": 0, "youngs_modulus": 2e5)"),
                   R"(, "gravity": [0, 0, 0], "bodies": [{"name": "r", "density": 1000, "velocity": [-1, 0, 0],
            "shape": {"type": "sphere", "centre": [0.26, 0.15, 0.15], "radius": 0.05}}])");
    World world = make_world({}, *loaded.scene, *loaded.assets);
    const auto momentum = [&](const char* name) { return world.balances(Vec3d::Zero()).at(name).momentum; };
    const Vec3d before = momentum("r");
    for (double left = 0.08; left > 0.0;) left -= world.step(left);
    EXPECT_GT(momentum("b").norm(), 0.5 * before.norm());
    EXPECT_LT((momentum("b") + momentum("r") - before).norm(), 1e-4 * before.norm());
    const double mass_b = world.balances(Vec3d::Zero()).at("b").mass,
                 mass_r = world.balances(Vec3d::Zero()).at("r").mass;
    const double restitution = (momentum("r") / mass_r - momentum("b") / mass_b).x();
    EXPECT_GT(restitution, 0.7);
    EXPECT_LE(restitution, 1.0);
}

TEST(Solids, AnOpenMeshIsRefused) {
    const std::string path = testing::TempDir() + "open_solid.obj";
    std::ofstream(path) << "v 0.1 0.1 0.1\nv 0.2 0.1 0.1\nv 0.1 0.2 0.1\nv 0.1 0.1 0.2\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
    const std::string fault = fault_of(R"({"name": "m", "shape": {"type": "mesh", "file": ")" + path + R"("}})");
    EXPECT_NE(fault.find("the mesh is open"), std::string::npos) << fault;
}

}  // namespace
}  // namespace lamella
