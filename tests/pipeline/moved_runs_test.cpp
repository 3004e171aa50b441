#include "test_folder.hpp"

#include <lamella/cache/ledger.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/body_poses.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace lamella {
namespace {

namespace fs = std::filesystem;

// A scene in one folder, its meshes in another, its runs in a third.
class MovedRuns : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(root_ / "home");
        write_file(root_ / "home" / "cube.obj", kCube);
        write_file(root_ / "above.obj", kCube);
        write_file(root_ / "home" / "drops.xyz", "0.5 0.8 0.5\n0.6 0.8 0.5\n");
        write_file(root_ / "home" / "s.json", R"({
            "version": 1, "domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "frames": 2, "particle_spacing": 0.1,
            "fluids": [{"name": "water", "particles": {"file": "drops.xyz"},
                        "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 0.2, 0.4]}],
                        "emitters": [{"type": "disc", "centre": [0.2, 0.9, 0.8], "radius": 0.1, "speed": 3}]}],
            "obstacles": [
                {"name": "one", "shape": {"type": "mesh", "file": "cube.obj", "scale": 0.2},
                 "motion": {"keys": [{"time": 0, "translation": [0.5, 0, 0.7]},
                                     {"time": 1, "translation": [0.5, 1, 0.7]}]}},
                {"name": "two", "shape": {"type": "mesh", "file": "../above.obj", "scale": 0.2,
                                          "translation": [0.8, 0.0, 0.7]}}],
            "render": {"show": "particles", "width": 16, "height": 16, "samples": 1}})");
    }

    LoadedScene scene(const std::vector<std::string>& overrides = {}) const {
        return load_scene((root_ / "home" / "s.json").string(), overrides);
    }
    std::string frame(const fs::path& run, int number) const {
        return read_file(RunFolder(run).path(part_of(Stage::simulate, PartKind::particles, "water"), number));
    }
    ParticleSet particles(const fs::path& run, int number) const {
        return read_particles(RunFolder(run).path(part_of(Stage::simulate, PartKind::particles, "water"), number));
    }

    const TestFolder temporary_{"moved_runs"};
    const fs::path& root_ = temporary_.path();
};

std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

StageOptions until(Index last, bool resume) {
    StageOptions options;
    options.frames.last = last;
    options.resume = resume;
    return options;
}

TEST_F(MovedRuns, AreDrawnAndResumedWhereNothingElseIsLeft) {
    const fs::path run = root_ / "run", whole = root_ / "whole", moved = root_ / "elsewhere" / "moved";
    ASSERT_EQ(simulate({}, scene(), whole, until(4, false)), StageResult::done);
    ASSERT_EQ(simulate({}, scene(), run, {}), StageResult::done);
    fs::create_directories(moved.parent_path());
    fs::rename(run, moved);
    fs::remove_all(root_ / "home");
    fs::remove(root_ / "above.obj");
    EXPECT_EQ(render_run({}, scene_of_run(moved, {}), moved, {}), StageResult::done);
    EXPECT_TRUE(fs::exists(RunFolder(moved).path(picture_part(), 2)));
    const LoadedScene own = load_scene((moved / "scene.json").string());
    ASSERT_EQ(simulate({}, own, moved, until(4, true)), StageResult::done);
    EXPECT_EQ(frame(moved, 4), frame(whole, 4));
    const fs::path again = root_ / "again";  // from the copies of another run
    ASSERT_EQ(simulate({}, own, again, until(2, false)), StageResult::done);
    EXPECT_EQ(frame(again, 2), frame(whole, 2));
    EXPECT_EQ(RunFolder(again).read_record().find(Stage::simulate)->files,
              RunFolder(whole).read_record().find(Stage::simulate)->files);
}

TEST_F(MovedRuns, CopiesAreThoseThatTheSimulationRead) {
    const fs::path run = root_ / "run";
    ASSERT_EQ(simulate({}, scene(), run, until(1, false)), StageResult::done);
    const RunFolder folder(run);
    EXPECT_EQ(read_file(folder.kept_file("cube.obj")), kCube);
    EXPECT_EQ(folder.kept_file("../above.obj"), run / "files" / "__" / "above.obj");
    EXPECT_EQ(folder.kept_file("/a/./b.obj"), run / "files" / "a" / "b.obj");
    write_file(folder.kept_file("stale.obj"), kCube);
    StageOptions anew = until(1, false);
    anew.overwrite = true;
    ASSERT_EQ(simulate({}, load_scene((run / "scene.json").string()), run, anew), StageResult::done);  // over itself
    EXPECT_EQ(read_file(folder.kept_file("cube.obj")), kCube);
    EXPECT_FALSE(fs::exists(folder.kept_file("stale.obj")));
    write_file(folder.kept_file("cube.obj"), std::string("# changed\n") + kCube);
    EXPECT_NE(message_of([&] {
                  render_run({}, scene_of_run(run, {}), run, {});
              }).find("this is another file than the run was simulated with"),
              std::string::npos);
}

TEST_F(MovedRuns, RestartsKeepIdsAndTime) {
    const fs::path first = root_ / "home" / "first", second = root_ / "second";
    ASSERT_EQ(simulate({}, scene(), first, until(6, false)), StageResult::done);
    const std::string source = R"({"file": "first", "frame": 4, "keep_ids": true, "keep_time": true})";
    const std::vector<std::string> set{"fluids[0].particles=" + source, "fluids[0].shapes=[]", "frames=6"};
    ASSERT_EQ(simulate({}, scene(set), second, {}), StageResult::done);
    EXPECT_EQ(RunFolder(second).frames(RunFolder(second).read_record().parts(Stage::simulate, PartKind::particles)),
              (std::vector{4, 5, 6}));
    const auto before = particles(first, 4), after = particles(second, 4);
    ASSERT_EQ(before.size(), after.size());
    EXPECT_TRUE(std::ranges::equal(before.get<IndexColumn>("id").span(), after.get<IndexColumn>("id").span()));
    // The nozzle goes on where it was, and so does the obstacle.
    EXPECT_EQ(particles(second, 6).size(), particles(first, 6).size());
    const auto pose = [](const fs::path& run) { return read_poses(RunFolder(run).path(poses_part(), 5)); };
    EXPECT_EQ(pose(second).find("one")->pose.translation, pose(first).find("one")->pose.translation);
    EXPECT_DOUBLE_EQ(pose(second).time, 4.0 / 24.0);
    const auto last = particles(second, 6);
    std::vector<Index> ids(last.get<IndexColumn>("id").span().begin(), last.get<IndexColumn>("id").span().end());
    std::ranges::sort(ids);
    EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
}

TEST_F(MovedRuns, WhatCannotBeKeptIsSaid) {
    const fs::path first = root_ / "home" / "first";
    ASSERT_EQ(simulate({}, scene(), first, until(2, false)), StageResult::done);
    const auto fault = [&](const std::string& source, const std::string& more = "frames=2") {
        const std::vector<std::string> set{"fluids[0].particles=" + source, more};
        return message_of([&] { simulate({}, scene(set), root_ / "second", {}); });
    };
    const std::string run = R"({"file": "first", "frame": 2, "keep_time": true})";
    EXPECT_EQ(fault(run, "frame_rate=48"),
              "--set #2: 'frame_rate': 48 frames a second are not the 24 of the run whose time is kept (first)");
    EXPECT_NE(fault(run, "frames=1").find("1 frames end before the run begins, which goes on from frame 2"),
              std::string::npos);
    EXPECT_NE(fault(R"({"file": "drops.xyz", "keep_time": true})").find("only a frame of a run folder has a time"),
              std::string::npos);
    EXPECT_NE(fault(R"({"file": "drops.xyz", "keep_ids": true})").find("its particles have no ids to keep"),
              std::string::npos);
}

}  // namespace
}  // namespace lamella
