#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/pipeline/surface_stage.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

LoadedScene small_scene(const std::vector<std::string>& overrides = {}) {
    std::vector<std::string> all{"particle_spacing=0.02", "frames=4", "output.checkpoint_every=2"};
    all.insert(all.end(), overrides.begin(), overrides.end());
    return load_scene("drop", all);
}

class SimulateTest : public testing::Test {
protected:
    fs::path folder(const std::string& name) {
        fs::path path = fs::temp_directory_path() / fmt::format("lamella_simulate_{}_{}", getpid(), name);
        fs::remove_all(path);
        folders_.push_back(path);
        return path;
    }
    void TearDown() override {
        for (const auto& f : folders_) fs::remove_all(f);
    }

private:
    std::vector<fs::path> folders_;
};

fs::path particles(const fs::path& folder, int frame) {
    return RunFolder(folder).path(part_of(Stage::simulate, PartKind::particles, "water"), frame);
}

std::vector<std::string> frame_hashes(const fs::path& folder, int frames) {
    std::vector<std::string> hashes;
    for (int frame = 1; frame <= frames; ++frame) hashes.push_back(hash_text(read_file(particles(folder, frame))));
    return hashes;
}

TEST_F(SimulateTest, HasTheSameBitsForAnyThreadCount) {
    std::vector<std::vector<std::string>> hashes;
    for (int threads : {1, 2, 3}) {
        const auto path = folder("threads");
        lamella::Run run;
        run.threads = threads;
        EXPECT_EQ(simulate(run, small_scene(), path, {}), StageResult::done);
        hashes.push_back(frame_hashes(path, 4));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST_F(SimulateTest, StoppedBetweenStepsItGoesOnWithTheSameBits) {
    const auto whole = folder("whole");
    simulate({}, small_scene(), whole, {});
    const auto parts = folder("parts");
    StageOptions options;
    options.resume = true;
    StageResult result = StageResult::stopped;
    int sessions = 0;
    while (result == StageResult::stopped && ++sessions < 200) {
        std::atomic<bool> stop = false;
        lamella::Run run;
        run.stop = &stop;
        std::thread alarm([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(60 * sessions));  // at last setting up is over
            stop = true;
        });
        result = simulate(run, small_scene(), parts, options);
        alarm.join();
    }
    EXPECT_EQ(result, StageResult::done);
    EXPECT_EQ(frame_hashes(whole, 4), frame_hashes(parts, 4));
    EXPECT_EQ(ledger_frames(RunFolder(parts).ledger("simulate")), (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(SimulateTest, StoppedWhileItIsSetUpItLeavesNothingAndStartsAnew) {
    const std::atomic<bool> stop = true;
    lamella::Run run;
    run.stop = &stop;
    Assets assets;
    EXPECT_THROW(liquid_setup(run, *small_scene().scene, assets), Stopped);
    const auto path = folder("early");
    EXPECT_EQ(simulate(run, small_scene(), path, {}), StageResult::stopped);
    EXPECT_TRUE(RunFolder(path).empty());
    StageOptions options;
    options.resume = true;
    EXPECT_EQ(simulate({}, small_scene(), path, options), StageResult::done);
}

TEST_F(SimulateTest, AFinishedRunIsExtended) {
    const auto longer = folder("longer");
    simulate({}, small_scene({"frames=5"}), longer, {});
    const auto extended = folder("extended");
    simulate({}, small_scene({"frames=3"}), extended, {});
    StageOptions options;
    options.resume = true;
    simulate({}, small_scene({"frames=5"}), extended, options);
    EXPECT_EQ(frame_hashes(longer, 5), frame_hashes(extended, 5));
}

TEST_F(SimulateTest, WritesOnlyTheFramesAskedForWithTheSameBits) {
    const auto whole = folder("all");
    simulate({}, small_scene(), whole, {});
    const auto part = folder("some");
    StageOptions options;
    options.frames = {3, 4};
    simulate({}, small_scene(), part, options);
    EXPECT_FALSE(fs::exists(particles(part, 2)));
    EXPECT_EQ(read_file(particles(whole, 4)), read_file(particles(part, 4)));
}

TEST_F(SimulateTest, RefusesFoldersItMustNotTouch) {
    const auto path = folder("refuse");
    simulate({}, small_scene({"frames=1"}), path, {});
    EXPECT_THROW(simulate({}, small_scene({"frames=1"}), path, {}), InputError);
    StageOptions resume;
    resume.resume = true;
    try {
        simulate({}, small_scene({"frames=1", "gravity=[0,-1,0]"}), path, resume);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("gravity"), std::string::npos) << error.what();
    }
    const auto foreign = folder("foreign");
    fs::create_directories(foreign);
    std::ofstream(foreign / "thesis.tex") << "mine";
    StageOptions overwrite;
    overwrite.overwrite = true;
    EXPECT_THROW(simulate({}, small_scene({"frames=1"}), foreign, overwrite), InputError);
    EXPECT_TRUE(fs::exists(foreign / "thesis.tex"));
}

StageOptions resume() {
    StageOptions options;
    options.resume = true;
    return options;
}

// A frame that was cut or lost, or a row, takes the run back to the checkpoint before it, or to its beginning.
TEST_F(SimulateTest, ResumingChecksThatWhatIsThereIsWhole) {
    const auto path = folder("whole");
    simulate({}, small_scene({"frames=5"}), path, {});  // checkpoints of frames 4 and 5
    const std::vector<std::string> expected = frame_hashes(path, 5);
    const fs::path ledger = RunFolder(path).ledger("simulate");
    const std::vector<std::function<void()>> damages{
        [&] { fs::resize_file(particles(path, 5), 100); },
        [&] { fs::remove(particles(path, 2)); },
        [&] { const Ledger gap(ledger, [](int frame) { return frame != 3; }); },
        [&] { fs::remove(ledger); },
        [&] { fs::resize_file(ledger, fs::file_size(ledger) - 10); },
    };
    for (std::size_t k = 0; k < damages.size(); ++k) {
        damages[k]();
        EXPECT_EQ(simulate({}, small_scene({"frames=5"}), path, resume()), StageResult::done);
        EXPECT_EQ(frame_hashes(path, 5), expected) << k;
        EXPECT_EQ(ledger_frames(ledger), (std::vector<int>{1, 2, 3, 4, 5})) << k;
    }
}

TEST_F(SimulateTest, AskedForLaterFramesItDoesNotMissEarlierOnes) {
    const auto path = folder("later");
    simulate({}, small_scene(), path, {});
    fs::remove(particles(path, 1));
    StageOptions later = resume();
    later.frames = {2, 5};
    simulate({}, small_scene(), path, later);
    EXPECT_FALSE(fs::exists(particles(path, 1)));
    EXPECT_TRUE(fs::exists(particles(path, 5)));
}

TEST_F(SimulateTest, OverwritingDeletesNothingBeforeTheSceneIsKnownToBeGood) {
    const auto path = folder("good");
    simulate({}, small_scene(), path, {});
    const std::vector<std::string> expected = frame_hashes(path, 4);
    StageOptions overwrite;
    overwrite.overwrite = true;
    const std::string nowhere = R"(fluids[0].shapes=[{"type": "sphere", "centre": [9, 9, 9], "radius": 0.1}])";
    for (const std::string& bad : {std::string("particle_spacing=1e-5"), nowhere})
        EXPECT_THROW(simulate({}, small_scene({bad}), path, overwrite), InputError) << bad;
    const std::atomic<bool> stop = true;
    lamella::Run stopped;
    stopped.stop = &stop;
    EXPECT_EQ(simulate(stopped, small_scene({"seed=7"}), path, overwrite), StageResult::stopped);
    EXPECT_EQ(frame_hashes(path, 4), expected);
    EXPECT_TRUE(RunFolder(path).read_record().find(Stage::simulate)->done);
}

TEST_F(SimulateTest, KilledWhileItWasClearedItBeginsAnew) {
    const auto path = folder("cleared");
    simulate({}, small_scene(), path, {});
    const std::vector<std::string> expected = frame_hashes(path, 4);
    RunFolder(path).write_record({});  // the first thing that is done then
    simulate({}, small_scene(), path, resume());
    EXPECT_EQ(frame_hashes(path, 4), expected);
    fs::remove(RunFolder(path).scene());  // killed before it was written
    simulate({}, small_scene(), path, resume());
    EXPECT_THROW(
        {
            fs::remove(RunFolder(path).scene());
            simulate({}, small_scene({"gravity=[0,-1,0]"}), path, resume());
        },
        InputError);
}

TEST_F(SimulateTest, SurfacesFollowAndAreResumed) {
    const auto path = folder("surface");
    const LoadedScene scene = small_scene({"frames=2"});
    EXPECT_EQ(run_stages({}, scene, path, {}, Stage::surface), StageResult::done);
    const fs::path mesh = RunFolder(path).path(part_of(Stage::surface, PartKind::mesh, "water"), 2);
    const std::string before = read_file(mesh);
    fs::remove(mesh);
    EXPECT_THROW(surface_run({}, scene, path, {}), InputError);
    StageOptions resume;
    resume.resume = true;
    surface_run({}, scene, path, resume);
    EXPECT_EQ(read_file(mesh), before);
    const std::vector<std::string> finer{"surface.cell=0.7"};
    EXPECT_THROW(surface_run({}, scene_of_run(path, finer), path, resume), InputError);
    const std::vector<std::string> heavier{"gravity=[0,-20,0]"};
    EXPECT_THROW(scene_of_run(path, heavier), InputError);
}

}  // namespace
}  // namespace lamella
