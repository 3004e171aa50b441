// Characters as obstacles: what liquids meet, what frames record, what is refused, and the same bits.
#include "small_runs.hpp"
#include "test_folder.hpp"

#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/signed_distance.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <tests/io/small_rig.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

namespace lamella {
namespace {

namespace fs = std::filesystem;

// The forearm rises by a quarter of a turn in a second.
SmallRig bending() {
    constexpr float kHalf = 0.70710678f;
    SmallRig rig;
    rig.add(2, "rotation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0, kHalf, kHalf});
    return rig;
}

class Characters : public testing::Test {
protected:
    void SetUp() override { write(bending()); }

    void write(const SmallRig& rig) const { write_file(folder_ / "arm.gltf", rig.text()); }

    // Half a metre of water, in which the arm lies.
    LoadedScene scene(const std::string& solver, const std::string& moves = R"("rig": {"loop": false})",
                      const std::string& placed = R"("translation": [0.4, 0.3, 0.4])") const {
        const std::string text = fmt::format(
            R"({{"version": 1, "domain": {{"min": [0, 0, 0], "max": [2.8, 2, 0.8]}}, "frames": 6, "frame_rate": 24,
            "particle_spacing": 0.08, "solver": {{"type": "{}"}},
            "fluids": [{{"name": "water", "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [2.8, 0.5, 0.8]}}]}}],
            "obstacles": [{{"name": "arm", "shape": {{"type": "mesh", "file": "arm.gltf", {}}}, {}}}]}})",
            solver, placed, moves);
        return read_scene(text, (folder_ / "s.json").string());
    }

    std::string fault(const std::string& moves = R"("rig": {})",
                      const std::string& placed = R"("translation": [0.4, 0.3, 0.4])") const {
        try {
            const LoadedScene loaded = scene("flip", moves, placed);
            with_places(loaded, [&] {
                read_meshes({}, *loaded.scene, *loaded.assets);
                liquid_setup({}, *loaded.scene, *loaded.assets);
            });
            return "";
        } catch (const InputError& error) {
            return error.what();
        }
    }
    void expect_fault(const std::string& sentence, const std::string& found) const {
        EXPECT_NE(found.find(sentence), std::string::npos) << found;
        EXPECT_EQ(found.find((folder_ / "s.json:").string()), 0u) << found;  // with its place
    }

    const TestFolder temporary_{"characters"};
    const fs::path& folder_ = temporary_.path();
};

const TriangleMesh& mesh_part(const std::vector<FramePart>& parts) { return std::get<MeshPart>(parts.at(1).data).mesh; }

const ParticleSet& water(const std::vector<FramePart>& parts) {
    return *std::get<ParticleRows>(parts.at(0).data).particles;
}

// The share of the particles that are deeper in the mesh than a quarter of a spacing.
double share_inside(const TriangleMesh& mesh, const ParticleSet& particles, Real spacing) {
    const MeshDistance distance(mesh);
    Index inside = 0;
    for (Index i = 0; i < particles.size(); ++i)
        if (distance.signed_distance(particles.positions()[i]) < -0.25f * spacing) ++inside;
    return static_cast<double>(inside) / particles.size();
}

class CharactersInWater : public Characters, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Solvers, CharactersInWater, testing::Values("sph", "flip"));

TEST_P(CharactersInWater, AreWhereTheClipSaysAndHoldNoWater) {
    const LoadedScene loaded = scene(GetParam());
    Simulation simulation({}, *loaded.scene, *loaded.assets);
    for (int frame = 1; frame <= 6; ++frame) {
        ASSERT_TRUE(simulation.finish_next_frame({}));
        const std::vector<FramePart> parts = simulation.parts();
        ASSERT_EQ(parts.size(), 2u);
        EXPECT_EQ(parts[1].name, "arm");
        const double angle = 0.5 * std::numbers::pi * (frame - 1) / 24.0;
        const Vec3 elbow(1.4f, 0.3f, 0.4f);
        const Real c = static_cast<Real>(std::cos(angle)), s = static_cast<Real>(std::sin(angle));
        const Vec3 hand = elbow + Vec3(c + 0.125f * s, s - 0.125f * c, -0.125f);
        EXPECT_LT((mesh_part(parts).positions[8] - hand).norm(), 1e-4f) << frame;
        EXPECT_NEAR(mesh_part(parts).attributes.get<Vec3Column>("v")[8].norm(),
                    0.5 * std::numbers::pi * std::sqrt(1.0 + 0.125 * 0.125), 0.01);
        EXPECT_EQ(share_inside(mesh_part(parts), water(parts), 0.08f), 0.0) << frame;
    }
    EXPECT_GT(simulation.poses().at(0).force.y(), 0.0);  // it floats
}

TEST_F(Characters, AreCarriedByKeyframes) {
    const LoadedScene loaded =
        scene("flip", R"("rig": {}, "motion": {"keys": [{"time": 0}, {"time": 1, "translation": [0, 1, 0]}]})");
    Simulation simulation({}, *loaded.scene, *loaded.assets);
    for (int frame = 1; frame <= 3; ++frame) ASSERT_TRUE(simulation.finish_next_frame({}));
    const std::vector<FramePart> parts = simulation.parts();
    EXPECT_NEAR(mesh_part(parts).positions[0].y(), 0.3f - 0.125f + 2.0f / 24.0f, 1e-5f);
    EXPECT_NEAR(mesh_part(parts).attributes.get<Vec3Column>("v")[0].y(), 1.0f, 1e-4f);
}

TEST_F(Characters, GiveTheSameBitsForAnyNumberOfThreadsAndAfterResuming) {
    const auto run = [&](int threads, bool resumed) {
        const ThreadLimit limit(threads);
        const LoadedScene loaded = scene("flip");
        const auto simulation = simulated(loaded, 4, resumed ? 2 : 0);
        const std::vector<FramePart> parts = simulation->parts();
        std::vector<Vec3> numbers = mesh_part(parts).positions;
        for (Index i = 0; i < water(parts).size(); ++i) numbers.push_back(water(parts).positions()[i]);
        return numbers;
    };
    const std::vector<Vec3> one = run(1, false);
    EXPECT_EQ(one, run(3, false));
    EXPECT_EQ(one, run(2, true));
}

TEST_F(Characters, StartInThePoseOfTheClip) {
    const LoadedScene loaded = scene("flip", R"("rig": {"start": 1.0, "loop": false})");
    read_meshes({}, *loaded.scene, *loaded.assets);
    const auto& shape = std::get<MeshShape>(loaded.scene->obstacles[0].shape);
    const auto mesh = mesh_of(shape, Vec3d::Zero(), *loaded.assets);
    EXPECT_LT((mesh->positions[8] - Vec3(1.4f + 0.125f, 1.3f, 0.4f - 0.125f)).norm(), 1e-5f);
}

TEST_F(Characters, FaultsAreTold) {
    EXPECT_EQ(fault(), "");
    expect_fault("'obstacles[0].rig'", fault(R"("rig": {"clip": "swim"})"));
    expect_fault("there is no clip 'swim'; there are 'bend'", fault(R"("rig": {"clip": "swim"})"));
    expect_fault("only a rig may have a motion besides",
                 fault(R"("rig": {}, "animation": {"file": "arm.gltf", "node": "elbow"})"));
    expect_fault("the character is outside the domain all the time",
                 fault(R"("rig": {})", R"("translation": [9, 0, 0])"));
    EXPECT_EQ(fault(R"("rig": {}, "motion": {"keys": [{"time": 0}, {"time": 1, "translation": [-9, 0, 0]}]})",
                    R"("translation": [9, 0.3, 0.4])"),
              "");  // it comes in later
    expect_fault("liquid inside of a character is not known", fault(R"("rig": {}, "inverted": true)"));
}

TEST_F(Characters, FaultyFilesAreTold) {
    SmallRig rig = bending();
    rig.triangles.resize(rig.triangles.size() - 3);
    write(rig);
    expect_fault("the mesh is open: 3 edges have one triangle only", fault());
    rig = bending();
    for (std::size_t k = 0; k + 2 < rig.triangles.size(); k += 3) std::swap(rig.triangles[k], rig.triangles[k + 1]);
    write(rig);
    expect_fault("the mesh is inside out", fault());
    rig = bending();
    std::swap(rig.triangles[0], rig.triangles[1]);
    write(rig);
    expect_fault("3 edges whose triangles turn opposite ways", fault());
    rig = bending();
    rig.add(1, "scale", "LINEAR", {0, 1}, {1, 1, 1, 0, 0, 0});
    write(rig);
    expect_fault("has no size at 1 s of the clip", fault());
    rig = bending();
    rig.mesh_node = R"("mesh":0)";
    write(rig);
    expect_fault("neither a skin nor a morph target", fault());
}

}  // namespace
}  // namespace lamella
