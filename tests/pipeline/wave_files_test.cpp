// Two drops that meet under the tension of their mesh, tracked with waves: stopped and resumed, and the waves put on
// the finished frames.
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/surface_stage.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = R"({
  "version": 1,
  "domain": {"min": [-0.04, -0.04, -0.04], "max": [0.04, 0.04, 0.04], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]},
  "gravity": [0, 0, 0],
  "frames": 3,
  "frame_rate": 100,
  "particle_spacing": 0.001,
  "output": {"checkpoint_every": 1},
  "solver": {"type": "sph", "surface_tension": {"type": "yu2011"}},
  "fluids": [{"name": "water", "shapes": [
    {"type": "sphere", "centre": [-0.0035, 0, 0], "radius": 0.003},
    {"type": "sphere", "centre": [0.0035, 0, 0], "radius": 0.003, "velocity": [-0.3, 0, 0]}]}],
  "surface": {"type": "tracked", "waves": {}}
})";

void expect_same_meshes(const fs::path& a, const fs::path& b, int last) {
    for (int frame = 1; frame <= last; ++frame) {
        const std::string file = fmt::format("water.{:04}.ply", frame);
        const TriangleMesh first = read_mesh(a / file), second = read_mesh(b / file);
        EXPECT_GT(first.triangle_count(), 100);
        EXPECT_EQ(first.positions, second.positions) << file;
    }
}

TEST(WaveFiles, HaveTheBitsOfTheStageAndOfAResumedRun) {
    const fs::path folder = fs::temp_directory_path() / fmt::format("lamella_waves_{}", getpid());
    fs::remove_all(folder);
    const LoadedScene loaded = read_scene(kScene, "waves.json", {});
    StageOptions all, part, rest;
    part.frames.last = 2;
    rest.resume = true;
    run_stages({}, loaded, folder / "whole", all, Stage::surface);
    run_stages({}, loaded, folder / "parts", part, Stage::surface);
    run_stages({}, loaded, folder / "parts", rest, Stage::surface);
    expect_same_meshes(folder / "whole/surface", folder / "parts/surface", 3);
    expect_same_meshes(folder / "whole/meshes", folder / "parts/meshes", 3);  // on which the tension acts

    SurfaceFiles files;
    files.input = (folder / "whole/surface/water.%04d.tracked").string();
    files.output = (folder / "after/water.%04d.ply").string();
    files.field = *loaded.scene->surface;
    EXPECT_EQ(surface_files({}, files, part).failed, 0);
    EXPECT_EQ(surface_files({}, files, rest).failed, 0);
    expect_same_meshes(folder / "whole/surface", folder / "after", 3);

    files.field = TrackedParameters{};
    EXPECT_THROW(surface_files({}, files, rest), InputError);  // no waves are asked for
    fs::remove_all(folder);
}

}  // namespace
}  // namespace lamella
