#include <lamella/cache/ledger.hpp>
#include <lamella/cache/stage_claim.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/vdb.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/pipeline/surface_stage.hpp>
#include <lamella/render/image.hpp>
#include <lamella/scene/scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

const std::vector<int> kAll{1, 2, 3, 4};

StageOptions options(bool resume, bool overwrite, FrameRange frames = {}) {
    StageOptions o;
    o.resume = resume;
    o.overwrite = overwrite;
    o.frames = frames;
    return o;
}
const StageOptions kResume = options(true, false);
const StageOptions kOverwrite = options(false, true);

// A run of four small frames with all its stages, copied for each test.
class StagesTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        fs::remove_all(original());
        const std::vector<std::string> small{"particle_spacing=0.03", "frames=4", "render.width=32", "render.height=18",
                                             "render.samples=1"};
        run_stages({}, load_scene("drop", small), original(), {}, Stage::render);
    }
    static void TearDownTestSuite() { fs::remove_all(original()); }

    void SetUp() override {
        path_ = original().string() + "_copy";
        fs::remove_all(path_);
        fs::copy(original(), path_, fs::copy_options::recursive);
    }
    void TearDown() override { fs::remove_all(path_); }

    LoadedScene scene(const std::vector<std::string>& overrides = {}) const { return scene_of_run(path_, overrides); }
    RunFolder folder() const { return RunFolder(path_); }
    StageRecord record(const char* stage) const { return folder().read_record().stages.at(stage); }
    fs::path file(Stage stage, PartKind kind, const std::string& name, int frame) const {
        return folder().path(part_of(stage, kind, name), frame);
    }
    fs::path particles(int frame) const { return file(Stage::simulate, PartKind::particles, "water", frame); }
    fs::path mesh_path(int frame) const { return file(Stage::surface, PartKind::mesh, "water", frame); }
    fs::path level_set(int frame) const { return file(Stage::surface, PartKind::level_set, "water", frame); }
    fs::path kernels(int frame) const { return file(Stage::surface, PartKind::particles, "kernels", frame); }
    fs::path picture(int frame) const { return folder().path(picture_part(), frame); }
    std::vector<int> rows(const char* stage) const { return ledger_frames(folder().ledger(stage)); }

    fs::path path_;

private:
    // Named by the process: programs of the same tests may run side by side.
    static fs::path original() { return fs::temp_directory_path() / ("lamella_stages_" + std::to_string(::getpid())); }
};

bool ffmpeg_is_there() {
    return std::system("ffmpeg -version > /dev/null 2>&1 && ffprobe -version > /dev/null 2>&1") == 0;
}

int pictures_of_film(const fs::path& film) {
    const fs::path counted = film.string() + ".txt";
    const std::string command =
        "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
        "stream=nb_read_frames -of csv=p=0 '" +
        film.string() + "' > '" + counted.string() + "'";
    return std::system(command.c_str()) == 0 ? std::stoi(read_file(counted)) : -1;
}

TEST_F(StagesTest, KernelsAreWrittenBesideTheSurfacesAndAreFramesLikeThem) {
    surface_run({}, scene({"surface={\"type\": \"true_volume\", \"kernels\": true}"}), path_, kOverwrite);
    EXPECT_EQ(record("surface").parts.back(), part_of(Stage::surface, PartKind::particles, "kernels"));
    const ParticleSet shown = read_particles(kernels(3));
    EXPECT_EQ(shown.size(), read_particles(particles(3)).size());
    for (const char* name : {"P", "orient", "scale", "id"}) EXPECT_TRUE(shown.has(name)) << name;
    fs::remove(kernels(2));
    surface_run({}, scene({"surface={\"type\": \"true_volume\", \"kernels\": true}"}), path_, kResume);
    EXPECT_TRUE(fs::exists(kernels(2)));
}

// A build without OpenVDB says so in a RunError.
bool writes_vdb(const fs::path& folder) {
    try {
        write_vdb(folder / "trial.vdb", SparseGrid(), VolumeKind::level_set);
    } catch (const RunError&) {
        return false;
    }
    return true;
}

TEST_F(StagesTest, LevelSetsAreWrittenBesideTheSurfacesAndAreFramesLikeThem) {
    if (!writes_vdb(path_)) GTEST_SKIP() << "built without OpenVDB";
    const LoadedScene with = scene({"surface.level_set=true"});
    surface_run({}, with, path_, kOverwrite);
    EXPECT_EQ(record("surface").parts, (std::vector{part_of(Stage::surface, PartKind::mesh, "water"),
                                                    part_of(Stage::surface, PartKind::level_set, "water")}));
    const std::string third = read_file(level_set(3));
    const SparseGrid phi = read_vdb(level_set(3)).grid;
    EXPECT_FLOAT_EQ(static_cast<float>(phi.cell()), 0.5f * with.scene->particle_spacing);
    EXPECT_FLOAT_EQ(phi.background(), 1.5f * with.scene->particle_spacing);  // three cells
    for (const Vec3& vertex : read_mesh(mesh_path(3)).positions) {           // on an edge that phi crosses
        const Vec3d at = (vertex.cast<double>() - phi.origin()) / phi.cell();
        const Vec3i low = (at.array() - 0.01).floor().cast<Index>();
        float least = INFINITY, most = -INFINITY;
        for (Index n = 0; n < 27; ++n) {
            const float value = phi.value(low + Vec3i(n % 3, n / 3 % 3, n / 9));
            least = std::min(least, value);
            most = std::max(most, value);
        }
        ASSERT_LT(least * most, 0.0f);
    }
    fs::remove(level_set(3));
    surface_run({}, with, path_, kResume);
    EXPECT_EQ(read_file(level_set(3)), third);
}

TEST_F(StagesTest, RedoingOneFrameKeepsTheRowsOfTheOthers) {
    surface_run({}, scene(), path_, options(false, true, {2, 2}));
    EXPECT_EQ(rows("surface"), kAll);
    render_run({}, scene(), path_, options(false, true, {2, 2}));
    EXPECT_EQ(rows("render"), kAll);
}

TEST_F(StagesTest, RedoingOneFrameKeepsTheWholeFilmAndRecord) {
    render_run({}, scene(), path_, options(false, true, {2, 2}));
    EXPECT_EQ(record("render").first_frame, 1);
    EXPECT_EQ(record("render").last_frame, 4);
    EXPECT_TRUE(record("render").done);
    if (!ffmpeg_is_there()) GTEST_SKIP() << "there is no ffmpeg";
    EXPECT_EQ(pictures_of_film(folder().film()), 4);
}

TEST_F(StagesTest, TheFilmEndsAtAGap) {
    if (!ffmpeg_is_there()) GTEST_SKIP() << "there is no ffmpeg";
    fs::remove(picture(3));
    render_run({}, scene(), path_, options(true, false, {4, 4}));
    EXPECT_EQ(pictures_of_film(folder().film()), 2);
}

TEST_F(StagesTest, PicturesOfOtherSurfacesAreRefused) {
    surface_run({}, scene({"surface.cell=0.9"}), path_, kOverwrite);
    try {
        render_run({}, scene(), path_, kResume);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("--overwrite"), std::string::npos) << error.what();
    }
    render_run({}, scene(), path_, kOverwrite);
    EXPECT_NO_THROW(render_run({}, scene(), path_, kResume));
}

TEST_F(StagesTest, PicturesUnderAnotherEnvironmentAreRefused) {
    const fs::path file = path_ / "sky.png";
    const auto paint = [&](unsigned char grey) {
        write_png(file, {4, 2, std::vector<unsigned char>(4 * 2 * 3, grey)});
    };
    paint(100);
    const auto lit = [&] {
        return scene({R"(render.lights=[{"type": "environment", "file": ")" + file.string() + R"("}])"});
    };
    render_run({}, lit(), path_, kOverwrite);
    EXPECT_EQ(RunFolder(path_).read_record().find(Stage::render)->files.count(file.string()), 1u);
    paint(100);
    EXPECT_NO_THROW(render_run({}, lit(), path_, kResume));
    paint(200);
    EXPECT_THROW(render_run({}, lit(), path_, kResume), InputError);
    render_run({}, lit(), path_, options(false, true, {2, 2}));  // beside those of the old light
    EXPECT_THROW(render_run({}, lit(), path_, kResume), InputError);
    fs::remove(file);
    EXPECT_THROW(render_run({}, lit(), path_, kOverwrite), InputError);
    EXPECT_EQ(rows("render"), kAll);
}

TEST_F(StagesTest, TheSameSurfacesAgainLeaveThePicturesValid) {
    surface_run({}, scene(), path_, kOverwrite);
    EXPECT_NO_THROW(render_run({}, scene(), path_, kResume));
}

TEST_F(StagesTest, AMixtureOfSettingsIsNeverTakenForOne) {
    const LoadedScene other = scene({"render.samples=2"});
    render_run({}, other, path_, options(false, true, {2, 2}));
    EXPECT_THROW(render_run({}, other, path_, kResume), InputError);
    EXPECT_THROW(render_run({}, scene(), path_, kResume), InputError);
    render_run({}, other, path_, kOverwrite);
    EXPECT_NO_THROW(render_run({}, other, path_, kResume));
}

TEST_F(StagesTest, OtherSettingsForFurtherFramesAreRefused) {
    fs::remove(picture(4));
    EXPECT_THROW(render_run({}, scene({"render.samples=2"}), path_, options(false, false, {4, 4})), InputError);
    EXPECT_NO_THROW(render_run({}, scene(), path_, options(false, false, {4, 4})));
    EXPECT_EQ(rows("render"), kAll);
}

TEST_F(StagesTest, StoppedWhileOverwritingItLeavesNothingOld) {
    std::atomic<bool> stop = true;
    lamella::Run run;
    run.stop = &stop;
    const LoadedScene other = scene({"surface.cell=0.9"});
    EXPECT_EQ(surface_run(run, other, path_, kOverwrite), StageResult::stopped);
    EXPECT_FALSE(record("surface").done);
    EXPECT_FALSE(fs::exists(mesh_path(4)));
    EXPECT_EQ(surface_run({}, other, path_, kResume), StageResult::done);
    EXPECT_EQ(rows("surface"), kAll);
}

// A level that is a mean over frames, and distances that particles carry along, depend on the frames before, whichever
// of them are done again.
TEST_F(StagesTest, SurfacesThatDependOnFramesBeforeHaveTheSameBitsAfterAResume) {
    const auto mesh = [&](int frame) { return read_file(mesh_path(frame)); };
    for (const auto& [setting, without] : {std::pair{"surface.exact_volume=3", "surface.exact_volume=1"},
                                           {"surface=adams2007", "surface=zhu_bridson2005"}}) {
        // Cut at walls this small pool lacks more volume than the level may give back, whatever the frames before.
        const LoadedScene steady = scene({setting, "surface.walls=false"});
        surface_run({}, steady, path_, kOverwrite);
        const std::vector<std::string> expected{mesh(1), mesh(2), mesh(3), mesh(4)};
        for (const int missing : {2, 4}) fs::remove(mesh_path(missing));
        surface_run({}, steady, path_, kResume);
        surface_run({}, steady, path_, options(false, true, {3, 3}));
        for (const int frame : kAll) EXPECT_EQ(mesh(frame), expected[static_cast<std::size_t>(frame - 1)]) << frame;
        surface_run({}, scene({without, "surface.walls=false"}), path_, kOverwrite);
        EXPECT_NE(mesh(4), expected[3]);

        SurfaceFiles files{(path_ / "particles/water.%04d.bgeo").string(), (path_ / "all/%04d.ply").string(),
                           *steady.scene->surface, steady.scene->particle_spacing, false};
        surface_files({}, files, kOverwrite);
        files.output = (path_ / "one/%04d.ply").string();
        surface_files({}, files, options(false, true, {4, 4}));
        EXPECT_EQ(read_file(path_ / "one/0004.ply"), read_file(path_ / "all/0004.ply"));
    }
}

TEST_F(StagesTest, FramesComeFromTheDiskAndNotFromTheScene) {
    simulate({}, scene(), path_, options(true, false, {1, 6}));
    const LoadedScene of_four = scene({"frames=4"});
    surface_run({}, of_four, path_, kResume);
    EXPECT_EQ(rows("surface"), (std::vector<int>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(record("surface").last_frame, 6);
    render_run({}, of_four, path_, kResume);
    EXPECT_EQ(record("render").last_frame, 6);
}

TEST_F(StagesTest, AStageWithoutItsInputIsRefused) {
    RunRecord record = folder().read_record();
    record.stages.erase("surface");
    folder().write_record(record);
    EXPECT_THROW(render_run({}, scene(), path_, kOverwrite), InputError);
}

TEST_F(StagesTest, FramesThatWereCutOrHaveNoRowAreDoneAgain) {
    const std::string second = read_file(mesh_path(2)), third = read_file(mesh_path(3));
    fs::resize_file(mesh_path(2), second.size() / 2);
    {
        const Ledger without(folder().ledger("surface"), [](int frame) { return frame != 3; });
    }
    std::ofstream(mesh_path(3)) << "killed before its row was written";
    surface_run({}, scene(), path_, kResume);
    EXPECT_EQ(read_file(mesh_path(2)), second);
    EXPECT_EQ(read_file(mesh_path(3)), third);
    EXPECT_EQ(rows("surface"), kAll);
}

TEST_F(StagesTest, AStageHasOneWriterAndARunThatIsWrittenToIsNotCleared) {
    const StageClaim claim({}, folder(), Stage::surface, "");
    EXPECT_THROW(surface_run({}, scene(), path_, kOverwrite), InputError);
    EXPECT_THROW(simulate({}, scene(), path_, kOverwrite), InputError);
    EXPECT_EQ(rows("surface"), kAll);
    EXPECT_NO_THROW(simulate({}, scene(), path_, kResume));
    EXPECT_NO_THROW(render_run({}, scene(), path_, kResume));
}

TEST_F(StagesTest, ARunThatBeganAnewInTheMeantimeIsNotGoneOnWith) {
    const LoadedScene before = scene();
    simulate({}, load_scene("drop", std::vector<std::string>{"particle_spacing=0.035", "frames=1"}), path_, kOverwrite);
    EXPECT_THROW(surface_run({}, before, path_, kResume), InputError);
}

TEST_F(StagesTest, FilesMakeTheirFoldersAndPicturesArePng) {
    const fs::path meshes = path_ / "new" / "deeper";
    surface_files({}, {particles(1).string(), (meshes / "a.ply").string(), {}, {}, false}, {});
    EXPECT_TRUE(fs::exists(meshes / "a.ply"));
    RenderFiles files;
    files.input = (meshes / "a.ply").string();
    files.settings.width = files.settings.height = 16;
    files.settings.samples = 1;
    files.output = (path_ / "shots" / "a.jpg").string();
    EXPECT_THROW(render_files({}, files, {}), InputError);
    EXPECT_FALSE(fs::exists(path_ / "shots"));
    files.output = (path_ / "shots" / "a.png").string();
    render_files({}, files, {});
    EXPECT_TRUE(fs::exists(files.output));
}

}  // namespace
}  // namespace lamella
