#include "test_folder.hpp"

#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/scene_remarks.hpp>
#include <lamella/pipeline/setup/emitter_remark.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

class SceneRemarks : public testing::Test {
protected:
    void SetUp() override {
        write_file(folder_ / "tetrahedron.obj",
                   "v 0 0 0\nv 80 0 0\nv 0 90 0\nv 0 0 80\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    }

    LoadedScene scene(const std::string& obstacle, const std::string& more = "") const {
        return read_scene(
            R"({"version": 1, "domain": {"min": [0,0,0], "max": [1,1,1]}, "frames": 1, "particle_spacing": 0.1,
               "fluids": [{"name": "w", "shapes": [{"type": "box", "min": [0,0,0], "max": [1,0.3,1]}]}],
               "obstacles": [{"name": "cup", )" +
                obstacle + "}]" + more + "}",
            (folder_ / "s.json").string());
    }
    // The sentence with its place in the text of the scene.
    std::string at(const char* place, const std::string& sentence) const {
        return fmt::format("{}:{}: {}", (folder_ / "s.json").string(), place, sentence);
    }
    static std::vector<std::string> remarks(const LoadedScene& loaded) {
        read_meshes({}, *loaded.scene, *loaded.assets);
        return scene_remarks(loaded);
    }

    const TestFolder temporary_{"scene_remarks"};
    const fs::path& folder_ = temporary_.path();
};

using Sentences = std::vector<std::string>;

TEST_F(SceneRemarks, NameWhatIsHardlyMeant) {
    EXPECT_EQ(remarks(scene(R"("shape": {"type": "mesh", "file": "tetrahedron.obj"})")),
              Sentences{at("3:55",
                           "obstacles[0].shape: tetrahedron.obj measures 80 x 90 x 80 m in a domain of 1 x 1 x "
                           "1 m; if it is in millimetres, say \"scale\": 0.001")});
    EXPECT_EQ(remarks(scene(R"("shape": {"type": "mesh", "file": "tetrahedron.obj", "scale": 0.001})")),
              Sentences{at("3:30",
                           "obstacle 'cup' measures 0.08 x 0.09 x 0.08 m, less than one particle_spacing of 0.1 "
                           "m: the liquid hardly meets it")});
    EXPECT_EQ(remarks(scene(R"("shape": {"type": "mesh", "file": "tetrahedron.obj", "scale": 0.01})")), Sentences{});
    const std::string far = R"("shape": {"type": "sphere", "centre": [3, 0.5, 0.5], "radius": 0.5})";
    EXPECT_EQ(remarks(scene(far)), Sentences{at("3:30",
                                                "obstacle 'cup' lies outside the domain, from (2.5, 0, 0) to "
                                                "(3.5, 1, 1) m: nothing meets it")});
    EXPECT_EQ(remarks(scene(far + R"(, "motion": {"keys": [{"time": 0}, {"time": 1, "translation": [-3, 0, 0]}]})")),
              Sentences{});
    EXPECT_EQ(remarks(scene(R"("shape": {"type": "half_space", "point": [0, 0.1, 0]})")), Sentences{});
}

TEST_F(SceneRemarks, NameLiquidThatReachesOutOfTheDomain) {
    const auto of = [&](const std::string& domain, const std::string& fluid) {
        return remarks(read_scene(R"({"version": 1, "frames": 1, "particle_spacing": 0.1, "domain": {)" + domain +
                                      "},\n\"fluids\": [{\"name\": \"w\",\n" + fluid + "}]}",
                                  (folder_ / "s.json").string()));
    };
    const std::string cube = R"("min": [0, 0, 0], "max": [1, 1, 1])";
    const std::string box = R"("shapes": [{"type": "box", "min": [-0.2, 0.2, 0], "max": [1.2, 0.5, 1.04]}])";
    EXPECT_EQ(of(cube, box), Sentences{at("3:12",
                                          "fluids[0].shapes[0] reaches out of the domain (beyond x- and x+): "
                                          "what lies outside is cut off")});
    EXPECT_EQ(of(cube + R"(, "periodic": [true, false, false])", box), Sentences{});
    EXPECT_EQ(of(cube, R"("shapes": [{"type": "half_space", "point": [0, 0.5, 0]}])"), Sentences{});
    const std::string high = R"("emitters": [{"type": "volume", "velocity": [0, -1, 0], "shape": )"
                             R"({"type": "box", "min": [0, 0.9, 0], "max": [1, 1.2, 1]}}])";
    EXPECT_EQ(of(cube, high), Sentences{at("3:14",
                                           "fluids[0].emitters[0] reaches out of the domain (beyond y+): what lies "
                                           "outside is cut off")});
    const std::string disc = R"("emitters": [{"type": "disc", "centre": [0.5, 1, 0.5], "direction": [0, 1, 0],)"
                             R"( "radius": 0.2, "speed": 1}])";
    EXPECT_EQ(of(cube, disc), Sentences{at("3:14",
                                           "emitter at (0.5, 1, 0.5): the jet points out of the domain (through "
                                           "y+)")});
}

TEST_F(SceneRemarks, NameWhatShowsNothing) {
    const std::string ball = R"("shape": {"type": "sphere", "centre": [0.5, 0.5, 0.5], "radius": 0.2})";
    const auto of = [&](const std::string& more) { return remarks(scene(ball, ",\n" + more)); };
    EXPECT_EQ(of(R"("surface": {"clip": {"min": [2, 0, 0], "max": [3, 1, 1]}})"),
              Sentences{at("4:21", "'surface.clip' lies outside the domain: nothing of the surface is left")});
    EXPECT_EQ(of(R"("surface": {"clip": {"min": [0.5, 0, 0], "max": [3, 1, 1]}})"), Sentences{});
    const std::string density = R"("render": {"colour_by": "density")";
    EXPECT_EQ(of(R"("surface": {}, )" + density + "}"),
              Sentences{at("4:40",
                           "'render.colour_by' colours particles; the surface keeps its material unless 'show' is "
                           "\"particles\"")});
    EXPECT_EQ(of(density + R"(, "show": "particles"})"), Sentences{});
    EXPECT_EQ(of(R"("output": {"probes": [{"name": "p", "type": "point", "at": [0, 2, 0]}]})"),
              Sentences{at("4:23", "probe 'p' at (0, 2, 0) lies outside the domain: it finds no liquid")});
    EXPECT_EQ(of(R"("output": {"probes": [{"name": "p", "type": "point", "at": [0, 0, 1]}]})"), Sentences{});
}

TEST_F(SceneRemarks, OfEmittersThatLetInNothing) {
    const auto of = [&](const std::string& emitter) {
        return remarks(read_scene(
            R"({"version": 1, "frames": 25, "particle_spacing": 0.1, "domain": {"min": [0,0,0], "max": [1,1,1]},)"
            "\n\"fluids\": [{\"name\": \"w\",\n\"emitters\": [{" +
                emitter + "}]}]}",
            (folder_ / "s.json").string()));
    };
    const std::string slot = R"("type": "volume", "velocity": [0, -1, 0], "shape": )"
                             R"({"type": "box", "min": [0.2, 0.5, 0.2], "max": [0.8, 0.8, 0.25]})";
    EXPECT_EQ(of(slot), Sentences{at("3:14",
                                     "the emitter measures 0.6 x 0.3 x 0.05 m, thinner than a particle (0.1 m): it "
                                     "lets in single particles at most")});
    const std::string disc = R"("type": "disc", "centre": [0.5, 0.5, 0.5], "radius": 0.2, "start": )";
    EXPECT_EQ(of(disc + "1"), Sentences{at("3:14",
                                           "the emitter starts at 1 s, and the last frame is at 1 s: it lets in "
                                           "nothing")});
    EXPECT_EQ(of(disc + "0.5"), Sentences{});
}

TEST_F(SceneRemarks, OfANozzleThatIsThinnerThanAParticle) {
    Domain domain;
    DiscEmitter disc;
    disc.centre = Vec3(0.5f, 0.5f, 0.5f);
    disc.radius = 0.02f;
    EXPECT_EQ(emitter_remark(disc, domain, 0.05f),
              "the nozzle is 0.04 m across, thinner than a particle (0.05 m): it lets in single particles");
    EXPECT_EQ(emitter_remark(disc, domain, 0.04f), "");
}

TEST_F(SceneRemarks, ACameraThatLooksAlongItsUpIsRefused) {
    const std::string render = R"(, "render": {"show": "particles", "camera": {"position": [0.5, 4, 0.5]}})";
    const std::string ball = R"("shape": {"type": "sphere", "centre": [0.5, 0.5, 0.5], "radius": 0.2})";
    const LoadedScene loaded = scene(ball, render);
    EXPECT_THROW(check_pictures(*loaded.scene, *loaded.assets), SceneFault);
    const LoadedScene aside = scene(ball, R"(, "render": {"show": "particles", "camera": {"position": [2, 4, 2]}})");
    EXPECT_NO_THROW(check_pictures(*aside.scene, *aside.assets));
}

// Before the first step, and not by the renderer.
TEST_F(SceneRemarks, WhatIsTooFarAwayToBeDrawnIsRefused) {
    const std::string box = R"("shape": {"type": "box", "min": [-1e20, -1, -1], "max": [1e20, 0, 1]})";
    const auto check = [](const LoadedScene& loaded) { check_pictures(*loaded.scene, *loaded.assets); };
    EXPECT_NO_THROW(check(scene(box)));
    EXPECT_THROW(check(scene(box, R"(, "render": {"show": "particles"})")), SceneFault);
    const std::string floor = R"("shape": {"type": "half_space", "point": [0, 0.1, 0]})";
    EXPECT_NO_THROW(check(scene(floor, R"(, "render": {"show": "particles"})")));
}

// However large, and half spaces as far as the domain goes.
TEST_F(SceneRemarks, EveryObstacleIsDrawn) {
    const auto drawn = [](const LoadedScene& loaded) {
        return drawn_mesh(loaded.scene->obstacles[0].shape, *loaded.scene, *loaded.assets);
    };
    const TriangleMesh planet = drawn(scene(R"("shape": {"type": "sphere", "centre": [0, -1e6, 0], "radius": 1e6})"));
    EXPECT_GT(planet.triangle_count(), 1000);
    EXPECT_LT(planet.triangle_count(), 1000000);
    const TriangleMesh slope =
        drawn(scene(R"("shape": {"type": "half_space", "point": [0, 0.5, 0], "normal": [1, 1, 0]})"));
    const Box3 box = bounds(slope);
    EXPECT_EQ(box.min, Vec3(0, 0, 0));
    EXPECT_EQ(box.max, Vec3(0.5f, 0.5f, 1));
}

}  // namespace
}  // namespace lamella
