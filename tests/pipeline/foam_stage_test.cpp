#include "test_folder.hpp"

#include <lamella/cache/ledger.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/pipeline/foam_stage.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>

namespace lamella {
namespace {

namespace fs = std::filesystem;

// Two drops collide in the air: a splash from the first frame on.
constexpr const char* kScene = R"({
  "version": 1, "domain": {"min": [-0.2, 0, 0], "max": [0.3, 0.3, 0.2]}, "frame_rate": 60, "frames": 6,
  "particle_spacing": 0.02, "fluids": [{"name": "water", "shapes": [
    {"type": "sphere", "centre": [0.0, 0.2, 0.1], "radius": 0.05, "velocity": [3, 0, 0]},
    {"type": "sphere", "centre": [0.11, 0.21, 0.1], "radius": 0.05, "velocity": [-3, 0, 0]}]}],
  "foam": {"kinetic_energy_max": 2}})";
constexpr int kFrames = 6;

StageOptions options(bool resume, bool overwrite, FrameRange frames = {}) {
    StageOptions o;
    o.resume = resume;
    o.overwrite = overwrite;
    o.frames = frames;
    return o;
}

// A run with foam, copied for each test.
class FoamStageTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        original_ = std::make_unique<TestFolder>("foam");
        run_stages({}, read_scene(kScene, "scene.json"), original(), {}, Stage::foam);
    }
    static void TearDownTestSuite() { original_.reset(); }
    void SetUp() override { fs::copy(original(), path_, fs::copy_options::recursive); }

    RunFolder folder() const { return RunFolder(path_); }
    LoadedScene scene(const std::vector<std::string>& overrides = {}) const { return scene_of_run(path_, overrides); }
    static fs::path file(const RunFolder& run, const char* name, int frame) {
        return run.path(part_of(Stage::foam, PartKind::particles, name), frame);
    }
    fs::path file(const char* name, int frame) const { return file(folder(), name, frame); }
    void expect_same_files() const {
        const RunFolder whole{original()};
        for (const char* name : kWhitewaterNames)
            for (int frame = 1; frame <= kFrames; ++frame)
                EXPECT_EQ(read_file(file(name, frame)), read_file(file(whole, name, frame))) << name << frame;
        for (const char* key : {"born", "died", "spray", "aged_0_to_0.25_s"})
            EXPECT_EQ(ledger_numbers(folder().ledger("foam"), key), ledger_numbers(whole.ledger("foam"), key));
    }
    static fs::path original() { return original_->path() / "run"; }

    static inline std::unique_ptr<TestFolder> original_;
    const TestFolder copy_{"foam_copy"};
    const fs::path path_ = copy_.path() / "run";
};

TEST_F(FoamStageTest, WritesPartsAndALedgerThatAdds) {
    const RunRecord record = folder().read_record();
    ASSERT_TRUE(record.find(Stage::foam));
    EXPECT_TRUE(record.find(Stage::foam)->done);
    EXPECT_EQ(record.find(Stage::foam)->parts.front().pattern, "foam/spray.%04d.bgeo");
    const auto number = [&](const char* key, int frame) {
        return ledger_numbers(folder().ledger("foam"), key).at(frame);
    };
    EXPECT_EQ(number("born", 1), 0.0);
    double alive = 0.0, born = 0.0;
    for (int frame = 1; frame <= kFrames; ++frame) {
        double held = 0.0;
        for (const char* name : kWhitewaterNames) {
            const ParticleSet part = read_particles(file(name, frame));
            EXPECT_EQ(number(name, frame), part.size());
            for (const char* column : {"P", "v", "id", "age", "life", "pscale"})
                EXPECT_TRUE(part.size() == 0 || part.has(column)) << column;
            held += part.size();
        }
        alive += number("born", frame) - number("died", frame);
        born += number("born", frame);
        EXPECT_EQ(held, alive) << frame;
    }
    EXPECT_GT(born, 50.0);
}

TEST_F(FoamStageTest, GoesOnWithTheSameBitsWhereverItWasStopped) {
    for (int frame = 4; frame <= kFrames; ++frame)
        for (const char* name : kWhitewaterNames) fs::remove(file(name, frame));
    foam_run({}, scene(), path_, options(true, false));
    expect_same_files();
    fs::resize_file(file("spray", 3), 10);  // a frame that was cut, before whole ones
    foam_run({}, scene(), path_, options(true, false));
    expect_same_files();
}

TEST_F(FoamStageTest, HasTheSameBitsForAnyThreadsAndRanges) {
    lamella::Run two;
    two.threads = 2;
    FrameRange few;
    few.first = 3;
    few.last = 3;
    foam_run(two, scene(), path_, options(false, true, few));
    lamella::Run three;
    three.threads = 3;
    foam_run(three, scene(), path_, options(false, true));
    expect_same_files();
}

TEST_F(FoamStageTest, IsRefusedWithOtherSettingsAndMadeAnewByOverwrite) {
    const std::vector<std::string> other{"foam.wind=[1,0,0]"};
    EXPECT_THROW(foam_run({}, scene(other), path_, options(true, false)), InputError);
    EXPECT_THROW(foam_run({}, scene(), path_, {}), InputError);
    EXPECT_EQ(foam_run({}, scene(other), path_, options(false, true)), StageResult::done);
    EXPECT_THROW(foam_run({}, scene({"foam=null"}), path_, options(false, true)), InputError);
}

TEST_F(FoamStageTest, PicturesShowItAndAreOthersWithOtherFoam) {
    const std::vector<std::string> small{"render={}",        "render.show=particles", "render.width=64",
                                         "render.height=36", "render.samples=1",      "render.denoise=false"};
    const lamella::Run run;
    ASSERT_EQ(render_run(run, scene(small), path_, {}), StageResult::done);
    const auto picture = [&] { return read_file(folder().path(picture_part(), kFrames)); };
    const std::string with_foam = picture();
    std::vector<std::string> none{"foam.max_particles=0"};
    foam_run({}, scene(none), path_, options(false, true));
    EXPECT_THROW(render_run(run, scene(small), path_, options(true, false)), InputError);
    ASSERT_EQ(render_run(run, scene(small), path_, options(false, true)), StageResult::done);
    EXPECT_NE(picture(), with_foam);
}

FoamFiles files_of(const fs::path& run, const fs::path& output) {
    FoamFiles files;
    files.input = (run / "particles/water.%04d.bgeo").string();
    files.output = output.string();
    files.settings.kinetic_energy_max = 2.0f;
    files.frame_rate = 60.0;
    return files;
}

TEST_F(FoamStageTest, OfFilesNeedsNoRunAndGoesOn) {
    const fs::path out = path_ / "elsewhere";
    const FoamFiles files = files_of(path_, out);
    EXPECT_EQ(foam_files({}, files, {}).frames, kFrames);
    const RunFolder made(out);
    const std::string last = read_file(file(made, "spray", kFrames));
    EXPECT_GT(ledger_numbers(made.ledger("foam"), "born_until_now").at(kFrames), 50.0);
    EXPECT_THROW(foam_files({}, files, {}), InputError);
    fs::remove(file(made, "foam", 4));
    fs::remove(file(made, "spray", kFrames));
    EXPECT_EQ(foam_files({}, files, options(true, false)).result, StageResult::done);
    EXPECT_EQ(read_file(file(made, "spray", kFrames)), last);
    EXPECT_TRUE(fs::exists(file(made, "foam", 4)));
}

std::string refusal(const FoamFiles& files) try {
    foam_files({}, files, {});
    return "";
} catch (const InputError& error) {
    return error.what();
}

TEST_F(FoamStageTest, OfFilesSaysWhatItCannotUse) {
    const fs::path out = path_ / "elsewhere";
    FoamFiles files = files_of(path_, out);
    files.settings.radius_max = 0.001f;
    EXPECT_NE(refusal(files).find("foam.radius_max"), std::string::npos);
    files = files_of(path_, path_ / "x.%04d.bgeo");
    EXPECT_NE(refusal(files).find("go into a folder"), std::string::npos);
    files = files_of(path_, out);
    files.input = (path_ / "particles/water.0001.bgeo").string();
    EXPECT_NE(refusal(files).find("at least two frames"), std::string::npos);

    fs::create_directories(path_ / "bare");
    for (int frame = 1; frame <= 2; ++frame) {
        ParticleSet bare = read_particles(path_ / "particles" / fmt::format("water.{:04d}.bgeo", frame));
        bare.remove("v");
        bare.remove("id");
        write_particles(path_ / "bare" / fmt::format("p.{:04d}.bgeo", frame), bare);
    }
    files.input = (path_ / "bare/p.%04d.bgeo").string();
    EXPECT_NE(refusal(files).find("neither velocities (v) nor ids (id)"), std::string::npos);
}

TEST(FoamScene, IsCheckedBeforeTheFirstStep) {
    const auto fault = [](const std::vector<std::string>& overrides) -> std::string {
        try {
            read_scene(kScene, "scene.json", overrides);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(fault({}), "");
    EXPECT_NE(fault({"foam.lifetime_max=0.1"}).find("foam.lifetime_max"), std::string::npos);
    EXPECT_NE(fault({"fluids[0].name=spray"}).find("spray"), std::string::npos);
    EXPECT_NE(fault({"foam.sparkle=1"}), "");
    const auto with = read_scene(kScene, "scene.json"),
               without = read_scene(kScene, "s", std::vector<std::string>{"foam=null"});
    EXPECT_EQ(with.hash, without.hash) << "foam does not change the simulation";
    const std::vector<std::string> material{"render={}", "render.show=particles",
                                            R"(render.materials=[{"name": "foam", "material": {"type": "metal"}}])"};
    EXPECT_EQ(fault(material), "");
    std::vector<std::string> without_foam = material;
    without_foam.emplace_back("foam=null");
    EXPECT_NE(fault(without_foam), "");
}

}  // namespace
}  // namespace lamella
