#include "test_folder.hpp"

#include <lamella/cache/run_folder.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/pipeline/estimate.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

// Scenes whose second line holds the fluids and whose third the obstacles.
class SceneFaults : public testing::Test {
protected:
    void SetUp() override { write_file(folder_ / "cube.obj", kCube); }

    LoadedScene scene(const std::string& fluid, const std::string& obstacles = "",
                      const std::vector<std::string>& overrides = {}) const {
        const std::string head = R"({"version": 1, "domain": {"min": [0,0,0], "max": [1,1,1]}, "frames": 1,)";
        return read_scene(head + "\n\"fluids\": [{\"name\": \"w\", " + fluid + "}],\n\"obstacles\": [" + obstacles +
                              "],\n\"particle_spacing\": 0.1}",
                          (folder_ / "s.json").string(), overrides);
    }
    std::string fault(const LoadedScene& loaded) const {
        try {
            with_places(loaded, [&] {
                read_meshes({}, *loaded.scene, *loaded.assets);
                estimate(*loaded.scene, *loaded.assets, 1, 1);
                liquid_setup({}, *loaded.scene, *loaded.assets);
            });
            return "";
        } catch (const InputError& error) {
            return std::string(error.what()).substr(folder_.string().size() + 1);
        }
    }
    static FileRecords scene_files(const LoadedScene& loaded) {
        read_meshes({}, *loaded.scene, *loaded.assets);
        return loaded.assets->files();
    }
    static void expect_begins(const std::string& found, const std::string& wanted) {
        EXPECT_EQ(found.substr(0, wanted.size()), wanted) << found;
    }

    const TestFolder temporary_{"scene_faults"};
    const fs::path& folder_ = temporary_.path();
    const std::string ball_ = R"("shapes": [{"type": "sphere", "centre": [0.5,0.5,0.5], "radius": 0.3}])";
};

TEST_F(SceneFaults, AreToldWithTheirPlace) {
    write_file(folder_ / "bad.obj", "v 0 0 zero\n");
    write_file(folder_ / "bad.xyz", "1 2 three\n");
    const std::string mesh = R"("shapes": [{"type": "mesh", "file": "bad.obj"}])";
    expect_begins(fault(scene(mesh)), "s.json:2:62: 'fluids[0].shapes[0].file': ");
    expect_begins(fault(scene(ball_, R"({"name": "o", "shape": {"type": "mesh", "file": "bad.obj"}})")),
                  "s.json:3:63: 'obstacles[0].shape.file': ");
    expect_begins(fault(scene(R"("particles": {"file": "bad.xyz"})")), "s.json:2:48: 'fluids[0].particles.file': ");
    expect_begins(fault(scene(R"("shapes": [{"type": "sphere", "centre": [0.5,0.5,0.5], "radius": 0.01}])")),
                  "s.json:4:21: 'particle_spacing': no particle fits");
    expect_begins(fault(scene(R"("emitters": [{"type": "disc", "centre": [0.5,0.5,0.5], "radius": 0.1}])",
                              R"({"name": "o", "shape": {"type": "sphere", "centre": [0.5,0.5,0.5], "radius": 0.3}})")),
                  "s.json:2:39: 'fluids[0].emitters[0]': the nozzle lies inside the obstacle 'o'");
    EXPECT_EQ(fault(scene(ball_)), "");
}

TEST_F(SceneFaults, OfSizeBlameTheSpacingWhereverItWasGiven) {
    Estimate huge;
    huge.memory_bytes = 1e18;
    const LoadedScene loaded = scene(ball_, "", {"particle_spacing=0.05"});
    try {
        with_places(loaded, [&] { refuse_if_too_large(huge, folder_); });
        FAIL();
    } catch (const InputError& error) {
        expect_begins(error.what(), "--set #1: 'particle_spacing': the simulation needs about");
    }
}

TEST_F(SceneFaults, AMeshFileIsReadOnce) {
    const std::string obstacle = R"({"name": "o", "shape": {"type": "mesh", "file": "cube.obj", "scale": 0.4}})";
    const LoadedScene whole = scene(ball_, obstacle);
    read_meshes({}, *whole.scene, *whole.assets);
    fs::remove(folder_ / "cube.obj");
    EXPECT_GT(estimate(*whole.scene, *whole.assets, 1, 1).particles, 0.0);
    EXPECT_GT(liquid_setup({}, *whole.scene, *whole.assets).bodies.at(0).samples.size(), 50u);
    EXPECT_FALSE(shape_mesh(whole.scene->obstacles[0].shape, Vec3d(5, 5, 5), *whole.assets, 0.1f).empty());
    EXPECT_EQ(whole.assets->files().at("cube.obj").hash.size(), 16u);
    Assets others;
    EXPECT_THROW(shape_mesh(whole.scene->obstacles[0].shape, Vec3d(5, 5, 5), others, 0.1f), InputError);
}

TEST_F(SceneFaults, ARunDoesNotGoOnFromAnotherMesh) {
    const std::string obstacle = R"({"name": "o", "shape": {"type": "mesh", "file": "cube.obj", "scale": 0.1}})";
    const fs::path run = folder_ / "run";
    ASSERT_EQ(simulate({}, scene(ball_, obstacle), run, {}), StageResult::done);
    const FileRecords files = RunFolder(run).read_record().find(Stage::simulate)->files;
    EXPECT_EQ(files, scene_files(scene(ball_, obstacle)));
    StageOptions resume;
    resume.resume = true;
    ASSERT_EQ(simulate({}, scene(ball_, obstacle), run, resume), StageResult::done);
    write_file(folder_ / "cube.obj", read_file(folder_ / "cube.obj") + "\n");
    EXPECT_THROW(simulate({}, scene(ball_, obstacle), run, resume), InputError);
}

}  // namespace
}  // namespace lamella
