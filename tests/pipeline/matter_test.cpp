// Pictures of runs whose frames have parts of every kind.
#include "matter_run.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/geometry/tets/tet_measure.hpp>
#include <lamella/pipeline/frame_bodies.hpp>
#include <lamella/pipeline/frame_subject.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/scene/scene.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = R"({
  "version": 1, "domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "frames": 2, "particle_spacing": 0.06,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.3, 0.2, 0.3]}]}],
  "obstacles": [{"name": "stone", "shape": {"type": "sphere", "centre": [0.15, 0.25, 0.85], "radius": 0.1},
                 "motion": {"keys": [{"time": 0}, {"time": 1, "translation": [0.5, 0, 0]}]}}],
  "surface": "mueller2003", "render": {"width": 64, "height": 48, "samples": 1}
})";

class MatterRun : public testing::Test {
protected:
    static fs::path run() { return fs::temp_directory_path() / ("lamella_matter_" + std::to_string(getpid())); }
    static LoadedScene scene(const std::string& more = "") {
        std::string text = kScene;
        return read_scene(text.insert(text.rfind('}', text.rfind('}') - 1), more), "scene.json");
    }
    static void SetUpTestSuite() {
        fs::remove_all(run());
        run_stages({}, scene(), run(), {}, Stage::surface);
        test::add_matter(run(), 1.0f, 2, "stone");
    }
    static void TearDownTestSuite() { fs::remove_all(run()); }

    static std::vector<std::string> drawn(const std::string& more) {
        std::vector<std::string> names;
        for (const DrawnPart& part : drawn_parts(RunFolder(run()).read_record(), *scene(more).scene).parts)
            names.push_back(part.record.pattern + (part.is_fluid ? " fluid" : ""));
        return names;
    }
};

TEST_F(MatterRun, AllMatterIsDrawnBesideTheSurfaceAndBesideParticles) {
    const std::vector<std::string> matter{"tets/jelly.%04d.vtu", "surfels/ball.%04d.bgeo", "strands/grass.%04d.bgeo",
                                          "meshes/sheet.%04d.ply"};
    std::vector<std::string> expected{"surface/water.%04d.ply fluid"};
    expected.insert(expected.end(), matter.begin(), matter.end());
    EXPECT_EQ(drawn(""), expected);
    expected[0] = "particles/water.%04d.bgeo fluid";
    EXPECT_EQ(drawn(", \"show\": \"particles\""), expected);
}

TEST_F(MatterRun, ABodyThatBendsIsAMeshOfTheFrames) {
    const DrawnParts parts = drawn_parts(RunFolder(run()).read_record(), *scene().scene);
    EXPECT_TRUE(parts.has_mesh("sheet"));
    EXPECT_FALSE(parts.has_mesh("stone"));
    EXPECT_FALSE(parts.has_mesh("jelly"));
}

TEST_F(MatterRun, BodiesAreWhereTheyWereWritten) {
    const LoadedScene loaded = scene();
    const Obstacle& stone = loaded.scene->obstacles[0];
    const fs::path poses = RunFolder(run()).path(poses_part(), 2);
    EXPECT_EQ(FrameBodies(*loaded.scene, 2, poses).pose(stone).translation, Vec3(0.0f, 0.5f, 0.0f));
    const RigidTransform keyed = FrameBodies(*loaded.scene, 2, "").pose(stone);
    EXPECT_EQ(keyed.translation, stone.motion.at(1.0 / loaded.scene->frame_rate).translation);
    TriangleMesh rest;
    rest.positions = {Vec3(0.2f, 0.3f, 0.4f)};
    const TriangleMesh moved = FrameBodies(*loaded.scene, 2, "").placed(stone, rest);
    EXPECT_NEAR(moved.attributes.get<Vec3Column>("v")[0].x(), 0.5f, 1e-4f);
}

TEST_F(MatterRun, AWrittenBodyTurnsAboutThePointOfItsVelocity) {
    BodyPose pose;
    pose.name = "stone";
    pose.pose.translation = Vec3(1.0f, 0.0f, 0.0f);
    pose.velocity = Vec3(0.0f, 2.0f, 0.0f);
    pose.spin = Vec3(0.0f, 0.0f, 3.0f);
    const fs::path file = run() / "turning.json";
    write_poses(file, {1, 0.0, {pose}, {}});
    TriangleMesh rest;
    rest.positions = {Vec3(0.0f, 1.0f, 0.0f)};
    const LoadedScene loaded = scene();
    const TriangleMesh moved = FrameBodies(*loaded.scene, 1, file).placed(loaded.scene->obstacles[0], rest);
    EXPECT_EQ(moved.positions[0], Vec3(1.0f, 1.0f, 0.0f));
    EXPECT_EQ(moved.attributes.get<Vec3Column>("v")[0], Vec3(-3.0f, 2.0f, 0.0f));
}

TEST_F(MatterRun, PicturesAreMadeOfAllOfIt) {
    StageOptions options;
    options.overwrite = true;
    ASSERT_EQ(render_run({}, scene(), run(), options), StageResult::done);
    const std::string all = read_file(RunFolder(run()).path(picture_part(), 1));
    for (const char* name : {"jelly", "ball", "grass", "sheet", "bodies"}) {
        const RunRecord whole = RunFolder(run()).read_record();
        RunRecord less = whole;
        std::erase_if(less.stages["simulate"].parts, [&](const PartRecord& part) { return part.name == name; });
        RunFolder(run()).write_record(less);
        ASSERT_EQ(render_run({}, scene(), run(), options), StageResult::done);
        EXPECT_TRUE(all != read_file(RunFolder(run()).path(picture_part(), 1))) << name;
        RunFolder(run()).write_record(whole);
    }
}

TEST_F(MatterRun, FilesAloneAreRendered) {
    const RunFolder folder(run());
    for (const PartRecord& part : {part_of(Stage::simulate, PartKind::tetrahedra, "jelly"),
                                   part_of(Stage::simulate, PartKind::strands, "grass")}) {
        EXPECT_EQ(kind_of_file(folder.path(part, 1), Show::surface), part.kind);
        RenderFiles files{folder.path(part, 1).string(), (run() / (part.name + ".png")).string(),
                          *scene().scene->render, false};
        render_files({}, files, {});
        EXPECT_TRUE(fs::exists(files.output));
    }
    EXPECT_EQ(kind_of_file(folder.path(part_of(Stage::simulate, PartKind::surfels, "ball"), 1), Show::surface),
              PartKind::particles);
}

TEST(MatterSamples, TheBlockIsWhole) {
    const TetMesh mesh = test::block_of_tets(Vec3::Zero(), 1.0f);
    EXPECT_NEAR(total_volume(mesh), 1.0, 1e-6);
    EXPECT_TRUE(turned_cells(mesh).empty());
}

}  // namespace
}  // namespace lamella
