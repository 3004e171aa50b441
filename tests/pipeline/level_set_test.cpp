// Runs of the particle level set solver: frames have its level set, and surfaces are made of it.
#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/vdb.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/pipeline/surface_stage.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

LoadedScene scene(int frames, const std::vector<std::string>& overrides = {}) {
    std::vector<std::string> all{"particle_spacing=0.012", fmt::format("frames={}", frames),
                                 "output.checkpoint_every=2", R"(solver={"type": "level_set", "markers": 16})",
                                 R"(surface={"type": "true_volume"})"};
    all.insert(all.end(), overrides.begin(), overrides.end());
    return load_scene("drop", all);
}

class LevelSetRuns : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(root_);
        try {
            write_vdb(root_ / "trial.vdb", SparseGrid(), VolumeKind::level_set);
        } catch (const RunError&) {
            GTEST_SKIP() << "built without OpenVDB";
        }
    }
    void TearDown() override { fs::remove_all(root_); }

    fs::path folder(const std::string& name) const { return root_ / name; }

    // Every file that the stages before pictures write for a frame.
    static std::vector<std::string> files(const fs::path& run, int frame) {
        const RunFolder folder(run);
        std::vector<std::string> bytes;
        for (const PartRecord& part :
             {part_of(Stage::simulate, PartKind::particles, "water"),
              part_of(Stage::simulate, PartKind::level_set, "water"), part_of(Stage::surface, PartKind::mesh, "water")})
            bytes.push_back(read_file(folder.path(part, frame)));
        return bytes;
    }
    static fs::path mesh(const fs::path& run, int frame) {
        return RunFolder(run).path(part_of(Stage::surface, PartKind::mesh, "water"), frame);
    }

private:
    fs::path root_ = fs::temp_directory_path() / fmt::format("lamella_level_set_{}", ::getpid());
};

TEST_F(LevelSetRuns, HaveTheSameBitsForAnyThreadsAndWhenTheyGoOnFromACheckpoint) {
    lamella::Run one;
    one.threads = 1;
    run_stages(one, scene(5), folder("one"), {}, Stage::surface);
    lamella::Run two;
    two.threads = 2;
    simulate(two, scene(3), folder("two"), {});  // and a checkpoint
    StageOptions resume;
    resume.resume = true;
    run_stages(two, scene(5), folder("two"), resume, Stage::surface);
    for (const int frame : {1, 3, 5}) EXPECT_EQ(files(folder("one"), frame), files(folder("two"), frame)) << frame;
}

TEST_F(LevelSetRuns, SurfacesAreThoseOfTheLevelSet) {
    run_stages({}, scene(1), folder("run"), {}, Stage::surface);
    const RunFolder run(folder("run"));
    const double spacing = 0.012;
    const SparseGrid distance = read_vdb(run.path(part_of(Stage::simulate, PartKind::level_set, "water"), 1)).grid;
    EXPECT_NEAR(distance.cell(), 2.0 * spacing, 1e-6);
    const TriangleMesh surface = read_mesh(mesh(run.root(), 1));
    ASSERT_GT(surface.vertex_count(), 100);
    Index off = 0;  // of vertices that lie between nodes of both signs none is far from the surface
    for (const Vec3& p : surface.positions) {
        const Vec3d at = (p.cast<double>() - distance.origin()) / distance.cell();
        const Vec3i node = at.array().round().matrix().cast<Index>();
        off += std::abs(distance.value(node)) > 1.2 * distance.cell() ? 1 : 0;
    }
    EXPECT_LT(off, surface.vertex_count() / 20);  // those on walls
    const auto rows = ledger_frames(run.ledger("surface"));
    EXPECT_EQ(rows, (std::vector<int>{1}));
}

TEST_F(LevelSetRuns, AFrameWithoutItsLevelSetIsNoInput) {
    simulate({}, scene(2), folder("run"), {});
    const RunFolder run(folder("run"));
    fs::remove(run.path(part_of(Stage::simulate, PartKind::level_set, "water"), 2));
    surface_run({}, scene_of_run(run.root(), {}), run.root(), {});
    EXPECT_TRUE(fs::exists(mesh(run.root(), 1)));
    EXPECT_FALSE(fs::exists(mesh(run.root(), 2)));
}

TEST_F(LevelSetRuns, RefuseKernels) {
    simulate({}, scene(1), folder("run"), {});
    const std::vector<std::string> kernels{"surface.kernels=true"};
    try {
        surface_run({}, scene_of_run(folder("run"), kernels), folder("run"), {});
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()),
                  "surface.kernels: the surface of 'water' is a level set, which has none; leave it out");
    }
}

}  // namespace
}  // namespace lamella
