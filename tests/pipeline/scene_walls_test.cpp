// Surfaces end at the walls of the domain and at obstacles, wherever those are in a frame.
#include "test_folder.hpp"

#include <lamella/geometry/mesh_check.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/scene_walls.hpp>
#include <lamella/scene/reader.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lamella {
namespace {

namespace fs = std::filesystem;

class SceneWallsTest : public testing::Test {
protected:
    // Water in a tank with an obstacle, three frames of it.
    LoadedScene done(const std::string& obstacle) const {
        const std::string text = fmt::format(
            R"({{"version": 1, "domain": {{"min": [0, 0, 0], "max": [1, 1, 1], "open": ["y+"]}}, "frames": 3,
            "frame_rate": 24, "particle_spacing": 0.05, "solver": {{"type": "flip"}}, "surface": {{}},
            "fluids": [{{"name": "water", "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [1, 0.5, 1]}}]}}],
            "obstacles": [{}]}})",
            obstacle);
        const LoadedScene loaded = read_scene(text, "scene.json", {}, folder_.path());
        run_stages({}, loaded, run(), {}, Stage::surface);
        return loaded;
    }
    fs::path run() const { return folder_.path() / "run"; }
    TriangleMesh mesh(int frame) const {
        return read_mesh(RunFolder(run()).path(part_of(Stage::surface, PartKind::mesh, "water"), frame));
    }
    static void expect_before(const SurfaceWalls& walls, const TriangleMesh& mesh) {
        EXPECT_TRUE(check_mesh(mesh).closed());
        for (const Vec3& p : mesh.positions)
            ASSERT_GT(walls.distance(p), -2e-3f);  // 0.04 d: the mesh of a shape is finer
    }

    const TestFolder folder_{"scene_walls"};
};

TEST_F(SceneWallsTest, SurfacesEndAtWallsAndAtAnObstacleThatMoves) {
    const LoadedScene loaded = done(R"({"name": "ball", "shape": {"type": "sphere", "centre": [0.5, 0.4, 0.5],
        "radius": 0.2}, "motion": {"keys": [{"time": 0}, {"time": 0.1, "translation": [0.1, 0.1, 0]}]}})");
    const RunFolder folder(run());
    const SceneWalls walls(*loaded.scene, *loaded.assets, folder, 0.025f);
    for (const int frame : {1, 3}) {
        const SurfaceWalls here = walls.at(frame);
        const Real moved = 0.1f * static_cast<Real>(frame - 1) / 2.4f;
        EXPECT_NEAR(here.distance(Vec3(0.5f + moved, 0.4f + moved, 0.5f)), -0.2f, 1e-4f);
        EXPECT_NEAR(here.distance(Vec3(0.01f, 0.5f, 0.5f)), 0.01f, 1e-6f);
        EXPECT_GT(here.distance(Vec3(0.5f, 3.0f, 0.5f)), 0.0f);  // open
        expect_before(here, mesh(frame));
    }
}

TEST_F(SceneWallsTest, SurfacesEndAtAMeshThatBends) {
    write_piston(folder_.path());
    const LoadedScene loaded = done(R"({"name": "piston", "shape": {"type": "mesh", "file": "piston.0001.obj"},
        "sequence": {"files": "piston.%04d.obj", "frame_rate": 24}})");
    const RunFolder folder(run());
    const SurfaceWalls here = SceneWalls(*loaded.scene, *loaded.assets, folder, 0.025f).at(3);
    EXPECT_NEAR(here.distance(Vec3(0.5f, 0.25f, 0.5f)), 0.03f, 1e-4f);
    expect_before(here, mesh(3));
}

}  // namespace
}  // namespace lamella
