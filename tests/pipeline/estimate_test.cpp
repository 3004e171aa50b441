#include "test_folder.hpp"

#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/progress.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/pipeline/estimate.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

namespace lamella {
namespace {

namespace fs = std::filesystem;

class EstimateTest : public testing::Test {
protected:
    // Frames of a stage as they lie in a run folder.
    void write_frames(const std::string& stage, int frames) const {
        const RunFolder folder(folder_);
        const PartRecord part = part_of(Stage::simulate, PartKind::particles, "water");
        folder.open_for_writing({part});
        RunRecord record;
        record.stages[stage] = {true, "", 1, frames, {part}, {}};
        folder.write_record(record);
        for (int frame = 1; frame <= frames; ++frame) std::ofstream(folder.path(part, frame)) << "p";
    }

    const TestFolder temporary_{"estimate"};
    const fs::path& folder_ = temporary_.path();
};

Estimate of_disk(double bytes) {
    Estimate e;
    e.frames = 4;
    e.stage_disk_bytes[0] = bytes;
    return e;
}

TEST_F(EstimateTest, FramesThatAreThereNeedNoMoreDisk) {
    const double free = static_cast<double>(fs::space(folder_).available);
    EXPECT_THROW(refuse_if_too_large(of_disk(2.0 * free), folder_), InputError);
    write_frames("simulate", 3);
    EXPECT_NO_THROW(refuse_if_too_large(of_disk(2.0 * free), folder_));
    EXPECT_THROW(refuse_if_too_large(of_disk(8.0 * free), folder_), InputError);
    Estimate pictures;
    pictures.frames = 4;
    pictures.disk_bytes_of(Stage::render) = 2.0 * free;
    EXPECT_THROW(refuse_if_too_large(pictures, folder_), InputError);
}

TEST_F(EstimateTest, FramesThatAreClearedAwayNeedTheirDiskAnew) {
    const double free = static_cast<double>(fs::space(folder_).available);
    write_frames("simulate", 3);
    EXPECT_NO_THROW(refuse_if_too_large(of_disk(2.0 * free), folder_));
    EXPECT_THROW(refuse_if_too_large(of_disk(2.0 * free), folder_, Begin::anew), InputError);
    EXPECT_NO_THROW(refuse_if_too_large(of_disk(0.5 * free), folder_, Begin::anew));
}

TEST_F(EstimateTest, ADamagedRecordCountsAsNothingThere) {
    write_frames("simulate", 3);
    std::ofstream(folder_ / "run.json") << "{";
    EXPECT_NO_THROW(refuse_if_too_large(of_disk(1e3), folder_));
}

TEST_F(EstimateTest, CountsTheParticlesOfFiles) {
    ParticleSet particles;
    particles.resize(321);
    particles.add<Vec3Column>("P");
    write_particles(folder_ / "start.bgeo", particles);
    const std::string text = R"({"version": 1, "domain": {"min": [0,0,0], "max": [1,1,1]}, "frames": 2,
        "particle_spacing": 0.1, "fluids": [{"name": "water", "particles": {"file": "start.bgeo"}}]})";
    Assets assets;
    EXPECT_EQ(estimate(*read_scene(text, "test", {}, folder_).scene, assets, 2, 1).particles, 321.0);
}

TEST_F(EstimateTest, CountsTheDiskOfEveryStageOfTheScene) {
    const std::vector<std::string> small{"render.width=100", "render.height=50"};
    Scene scene = *load_scene("drop", small).scene;
    Assets assets;
    ASSERT_TRUE(scene.surface && scene.render);
    const Estimate all = estimate(scene, assets, 10, 1);
    EXPECT_GT(all.disk_bytes_of(Stage::render), 100 * 50 * 10);
    EXPECT_LT(all.disk_bytes_of(Stage::render), 3 * 100 * 50 * 10);
    EXPECT_GT(all.stage_disk_bytes[1], all.stage_disk_bytes[0]);
    EXPECT_DOUBLE_EQ(estimate(scene, assets, 20, 1).stage_disk_bytes[1], 2 * all.stage_disk_bytes[1]);
    scene.surface.reset();
    scene.render.reset();
    EXPECT_EQ(estimate(scene, assets, 10, 1).disk_bytes(), all.stage_disk_bytes[0]);
}

TEST_F(EstimateTest, WideSupportsNeedMemoryAndSurfaceTensionShortSteps) {
    const auto of = [](const std::vector<std::string>& overrides) {
        Assets assets;
        return estimate(*load_scene("he2014/cube", overrides).scene, assets, 10, 1);
    };
    const Estimate scene = of({});
    const double wide = of({"solver.support=3"}).memory_bytes;
    EXPECT_GT(wide, scene.memory_bytes);
    EXPECT_LT(wide, 2.0 * scene.memory_bytes);
    const double stiff = of({"solver.surface_tension.kappa=0.12"}).stage_seconds[0];
    EXPECT_NEAR(stiff, 2.0 * scene.stage_seconds[0], 0.05 * stiff);
    EXPECT_LT(4.0 * of({"solver.surface_tension=none"}).stage_seconds[0], scene.stage_seconds[0]);
}

TEST_F(EstimateTest, CountsTheTimeOfEveryStage) {
    const auto of = [](const std::vector<std::string>& overrides) {
        Assets assets;
        return estimate(*load_scene("drop", overrides).scene, assets, 10, 1);
    };
    for (const double seconds : of({"foam={}"}).stage_seconds) EXPECT_GT(seconds, 0.0);
    const Estimate all = of({});
    EXPECT_EQ(all.seconds_of(Stage::foam), 0.0);
    EXPECT_GT(of({"render.samples=240"}).seconds_of(Stage::render), 3.0 * all.seconds_of(Stage::render));
    EXPECT_GT(of({"surface.cell=0.25"}).stage_seconds[1], 1.5 * all.stage_seconds[1]);
    EXPECT_EQ(of({"surface=null", "render=null"}).seconds(), all.stage_seconds[0]);
    EXPECT_NE(estimate_text(all).find("; simulate about "), std::string::npos) << estimate_text(all);
    EXPECT_NE(estimate_text(all).find(", render about "), std::string::npos) << estimate_text(all);
}

// On the mean an emitter's particles are there for half of the time.
TEST_F(EstimateTest, EmittersFillTheSceneLittleByLittle) {
    Assets assets;
    const Estimate e = estimate(*load_scene("emitter").scene, assets, 40, 1);
    EXPECT_LT(e.mean_particles, e.particles);
    EXPECT_GT(e.mean_particles, 0.3 * e.particles);
}

// Small shapes hold fewer particles than their volume: none lies nearer to the surface than half a spacing.
TEST_F(EstimateTest, CountsTheParticlesThatShapesWillHold) {
    for (const char* name : {"he2014/cylinder", "he2014/cube", "yu2011/dumbbell", "drop", "pour"}) {
        Assets assets;
        const auto scene = load_scene(name, std::vector<std::string>{}).scene;
        const double placed = liquid_setup({}, *scene, assets).particles.size();
        EXPECT_NEAR(estimate(*scene, assets, 2, 1).particles / placed, 1.0, 0.12) << name;
    }
}

TEST_F(EstimateTest, WhatFallsThroughAnOpenFloorIsGone) {
    Assets assets;
    const auto of = [&](const char* open) {
        const std::string faces = std::string("domain.open=[\"x-\", \"x+\", ") + open + "\"z-\", \"z+\"]";
        return estimate(*load_scene("he2014/jet", std::vector{faces}).scene, assets, 51, 1).particles;
    };
    const double fall = (std::sqrt(0.6 * 0.6 + 2.0 * 9.81 * 0.58) - 0.6) / 9.81;  // of a second
    EXPECT_NEAR(of("\"y-\", ") / of(""), fall, 0.02);
}

TEST_F(EstimateTest, StepsFollowFromHowFarLiquidFallsAndDeepLiquidNeedsIterations) {
    const auto seconds_a_particle = [](const std::string& box, const std::string& more) {
        const std::string text = R"({"version": 1, "domain": {"min": [0,0,0], "max": [1,2,1]}, "frames": 50,
            "particle_spacing": 0.025, "solver": {"type": "sph"}, "fluids": [{"name": "water", "shapes": [
            {"type": "box", )" + box +
                                 "}]}]" + more + "}";
        Assets assets;
        const Estimate e = estimate(*read_scene(text, "test").scene, assets, 50, 1);
        return e.seconds_of(Stage::simulate) / e.particles;
    };
    const std::string at_rest = R"("min": [0,0,0], "max": [1,0.5,1])", high = R"("min": [0,1.5,0], "max": [1,2,1])";
    const std::string deep = R"("min": [0,0,0], "max": [1,2,1])", none = R"(, "gravity": [0,0,0])";
    EXPECT_GT(seconds_a_particle(high, ""), 1.5 * seconds_a_particle(at_rest, ""));
    EXPECT_GT(seconds_a_particle(deep, ""), 1.5 * seconds_a_particle(at_rest, ""));
    EXPECT_LT(seconds_a_particle(at_rest, none), seconds_a_particle(at_rest, ""));
}

// CPU seconds of whole runs on one thread of a busy machine (docs/performance.md): one set of constants serves them
// all.
TEST_F(EstimateTest, WaterOnSkinsAndSolidsThatMeetAreWithinAFactorOfTwo) {
    struct Run {
        const char* scene;
        const char* spacing;
        int frames;
        double measured;
    };
    for (const Run& run :
         {Run{"lee2019/pour_on_ball", "0.02", 49, 9.28}, Run{"lee2019/pour_on_ball", "0.0125", 46, 41.1},
          Run{"lee2019/adhesions", "0.03", 37, 7.56}, Run{"lee2019/fur", "0.02", 72, 20.3},
          Run{"lee2019/furred_bear", "0.04", 72, 9.74}, Run{"lee2019/shower", "0.04", 72, 8.82},
          Run{"lee2019/dip", "0.05", 96, 25.0}, Run{"lee2019/whale", "0.12", 30, 25.6},
          Run{"keiser2006/pile", "0.03", 60, 1.70}, Run{"keiser2006/smiley", "0.02", 60, 2.33},
          Run{"keiser2006/merge", "0.02", 60, 1.41}, Run{"keiser2006/snap", "0.02", 60, 0.37}}) {
        Assets assets;
        const std::vector<std::string> spacing{std::string("particle_spacing=") + run.spacing};
        const auto scene = load_scene(run.scene, spacing).scene;
        const double ratio = run.measured / estimate(*scene, assets, run.frames, 1).seconds_of(Stage::simulate);
        EXPECT_GT(ratio, 0.5) << run.scene << ' ' << ratio;
        EXPECT_LT(ratio, 2.0) << run.scene << ' ' << ratio;
    }
}

TEST_F(EstimateTest, HowFarSolidsBreakIsARange) {
    Assets assets;
    const auto of = [&](const std::vector<std::string>& overrides) {
        return estimate(*load_scene("keiser2006/burst", overrides).scene, assets, 20, 1);
    };
    const Estimate scene = of({"particle_spacing=0.03"});
    const double measured = 5.9;  // core seconds
    EXPECT_GT(measured, scene.seconds_of(Stage::simulate));
    EXPECT_LT(measured, 2.0 * (scene.seconds_of(Stage::simulate) + scene.seconds_if_broken));
    EXPECT_NE(estimate_text(scene).find("more where solids break all through"), std::string::npos);
    EXPECT_EQ(estimate_text(of({"solids[0].fracture=null"})).find("break"), std::string::npos);
    EXPECT_GT(scene.seconds_if_broken,
              1.5 * of({"particle_spacing=0.03", "solids[0].fracture.crack_distance=0.12"}).seconds_if_broken);
}

TEST_F(EstimateTest, SpeaksOfKilobytesAndOfForever) {
    Estimate e = of_disk(2500.0);
    EXPECT_NE(estimate_text(e).find("2 kB"), std::string::npos) << estimate_text(e);
    for (const double endless : {std::nan(""), std::numeric_limits<double>::infinity(), 2e9})
        EXPECT_EQ(duration_text(endless), "forever");
    EXPECT_EQ(duration_text(7384.0), "2 h 03 min");
}

TEST_F(EstimateTest, WhatIsNoNumberIsRefused) {
    Estimate e = of_disk(1.0);
    e.particles = std::nan("");
    EXPECT_THROW(refuse_if_too_large(e, folder_), InputError);
}

}  // namespace
}  // namespace lamella
