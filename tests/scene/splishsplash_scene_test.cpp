#include "messages.hpp"

#include <lamella/core/error.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/splishsplash_scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace lamella {
namespace {

ImportedScene imported(const std::string& text) { return import_splishsplash(text, "in/pond.json", "in"); }

Scene scene_of(const std::string& text) { return *read_scene(imported(text).text, "out.json").scene; }

bool tells(const ImportedScene& scene, const std::string& words) {
    return std::ranges::any_of(scene.notes,
                               [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

std::string refusal(const std::string& text) {
    try {
        imported(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

const std::string kPond = R"({
  "Configuration": {
    "particleRadius": 0.05, "gravitation": [0, -5, 0], "simulationMethod": 4, "maxError": 0.05, "stopAt": 2,
    "dataExportFPS": 10, "cflMaxTimeStepSize": 0.002, "renderWalls": 4
  },
  "Materials": [{"id": "oil", "density0": 900, "viscosity": 0.1, "viscosityMethod": 1, "colorMapType": 1}],
  "RigidBodies": [
    {"geometryFile": "../models/UnitBox.obj", "translation": [0, 2, 0], "scale": [4, 4, 2], "isWall": true,
     "mapInvert": true},
    {"geometryFile": "../models/UnitBox.obj", "translation": [1, 0.5, 0], "scale": [0.5, 1, 0.5], "isDynamic": true}
  ],
  "FluidBlocks": [
    {"id": "oil", "start": [-1, 0, -0.5], "end": [0, 1, 0.5], "translation": [0, 1, 0], "scale": [1, 2, 1],
     "initialVelocity": [1, 0, 0]}
  ],
  "Emitters": [
    {"id": "oil", "width": 4, "height": 6, "translation": [-1, 3, 0], "velocity": 2, "emitEndTime": 1.5},
    {"id": "oil", "type": 1, "width": 4, "translation": [1, 3, 0], "rotationAxis": [0, 0, 1],
     "rotationAngle": -1.5707963267948966}
  ]
})";

TEST(SplishsplashScene, TakesOverWhatHasACounterpart) {
    const Scene scene = scene_of(kPond);
    EXPECT_FLOAT_EQ(scene.particle_spacing, 0.1f);
    EXPECT_FLOAT_EQ(scene.gravity.y(), -5.0f);
    EXPECT_EQ(scene.frames, 21);
    EXPECT_EQ(scene.frame_rate, 10.0);
    EXPECT_EQ(scene.domain.min, Vec3d(-2, 0, -1));
    EXPECT_EQ(scene.domain.max, Vec3d(2, 4, 1));
    const auto& sph = std::get<SphParameters>(scene.solver);
    EXPECT_FLOAT_EQ(std::get<DfsphBender2015::Parameters>(sph.pressure).density_error, 5e-4f);
    EXPECT_EQ(sph.max_step, 0.002);
    ASSERT_EQ(scene.fluids.size(), 1u);
    const Fluid& oil = scene.fluids[0];
    EXPECT_EQ(oil.name, "oil");
    EXPECT_FLOAT_EQ(oil.density, 900.0f);
    EXPECT_FLOAT_EQ(oil.viscosity, 90.0f);
    const auto& box = std::get<BoxShape>(oil.shapes.at(0).shape);
    EXPECT_EQ(box.min, Vec3(-1, 1, -0.5f));
    EXPECT_EQ(box.max, Vec3(0, 3, 0.5f));
    EXPECT_EQ(oil.shapes[0].velocity, Vec3(1, 0, 0));
    ASSERT_EQ(scene.obstacles.size(), 1u);
    EXPECT_EQ(std::get<BoxShape>(scene.obstacles[0].shape).max, Vec3(1.25f, 1, 0.25f));
    EXPECT_FALSE(scene.obstacles[0].inverted);
}

TEST(SplishsplashScene, EmittersLookAlongTheirFirstAxis) {
    const Scene scene = scene_of(kPond);
    const auto& square = std::get<VolumeEmitter>(scene.fluids[0].emitters.at(0).method);
    EXPECT_EQ(square.velocity, Vec3(2, 0, 0));
    EXPECT_EQ(square.stop, 1.5);
    const auto& box = std::get<BoxShape>(square.shape);
    EXPECT_LT((box.max - box.min - Vec3(0.2f, 0.6f, 0.4f)).norm(), 1e-5f);
    const auto& disc = std::get<DiscEmitter>(scene.fluids[0].emitters.at(1).method);
    EXPECT_LT((disc.direction - Vec3(0, -1, 0)).norm(), 1e-6f);
    EXPECT_FLOAT_EQ(disc.radius, 0.2f);
}

TEST(SplishsplashScene, EveryKeyThatIsLeftOutIsToldWithItsPlace) {
    const ImportedScene scene = imported(kPond);
    EXPECT_TRUE(tells(scene, "in/pond.json:4:55: 'renderWalls' of Configuration has no counterpart"));
    EXPECT_TRUE(tells(scene, "'colorMapType' of Materials[0] has no counterpart"));
    EXPECT_TRUE(tells(scene, "bodies do not move with the liquid here"));
    EXPECT_TRUE(tells(scene, "taken as kinematic"));
    EXPECT_EQ(scene.notes.size(), 4u);
    for (const std::string& note : scene.notes) EXPECT_NE(scene.text.find(note.substr(3)), std::string::npos) << note;
    const std::string more = R"({"FluidBlocks": [{}], "AnimationFields": [], "Fluid": {"vorticity": 1}, "a\nb": 1})";
    EXPECT_TRUE(tells(imported(more), "'AnimationFields' of the scene"));
    EXPECT_TRUE(tells(imported(more), "'vorticity' of Fluid"));
    EXPECT_TRUE(tells(imported(more), "the domain is a guess"));
    EXPECT_TRUE(tells(imported(more), "ends after 5 s"));
    EXPECT_EQ(imported(more).notes.size(), 5u);
}

TEST(SplishsplashScene, MeshesTurnAboutAnyAxisAndAreFoundFromTheNewPlace) {
    const std::string text = R"({"FluidBlocks": [{}], "RigidBodies": [
        {"geometryFile": "../models/boat.obj", "scale": [2, 2, 2], "translation": [1, 2, 3],
         "rotationAxis": [0, 2, 0], "rotationAngle": 0.5},
        {"geometryFile": "../models/flat.obj", "scale": [1, 2, 1]}]})";
    namespace fs = std::filesystem;
    const fs::path root = fs::temp_directory_path() / ("lamella_splishsplash_" + std::to_string(::getpid()));
    fs::create_directories(root / "data/models");
    fs::create_directories(root / "out");
    EXPECT_THROW(import_splishsplash(text, root / "data/scenes/a.json", root / "out"), InputError);  // no boat.obj
    std::ofstream(root / "data/models/boat.obj") << "v 0 0 0\n";
    const ImportedScene scene = import_splishsplash(text, root / "data/scenes/a.json", root / "out");
    EXPECT_NE(scene.text.find(R"("file": "../data/models/boat.obj")"), std::string::npos) << scene.text;
    EXPECT_TRUE(tells(scene, "RigidBodies[1] is left out: its mesh is scaled differently along the axes"));
    const Scene read = *read_scene(scene.text, "a.json", {}, root / "out").scene;
    fs::remove_all(root);
    const auto& boat = std::get<MeshShape>(read.obstacles.at(0).shape);
    EXPECT_NEAR(boat.rotation.y(), 28.6479f, 1e-3f);
    EXPECT_NEAR(boat.rotation.x(), 0.0f, 1e-5f);
    EXPECT_FLOAT_EQ(boat.scale, 2.0f);
}

TEST(SplishsplashScene, RefusesWhatIsNoScene) {
    EXPECT_NE(refusal("{").find("in/pond.json:1"), std::string::npos);
    EXPECT_NE(refusal("[]").find("an object is needed"), std::string::npos);
    EXPECT_NE(refusal("{}").find("there is no liquid in it"), std::string::npos);
    EXPECT_NE(refusal(R"({"FluidBlocks": 3})").find("'FluidBlocks' is 3; a list is needed"), std::string::npos);
    EXPECT_NE(refusal(R"({"FluidBlocks": [3]})").find("FluidBlocks[0] is 3; an object is needed"), std::string::npos);
    EXPECT_NE(refusal(R"({"FluidBlocks": [{"start": [1, 2]}]})").find("1:28: 'start' of FluidBlocks[0] is"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"Configuration": {"particleRadius": "big"}})").find("a number is needed"), std::string::npos);
    EXPECT_NE(refusal(R"({"Configuration": {"particleRadius": -1}, "FluidBlocks": [{}]})").find("not allowed"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"Configuration": {"stopAt": 1e300}, "FluidBlocks": [{}]})").find("not allowed"),
              std::string::npos);
}

}  // namespace
}  // namespace lamella
