#include "messages.hpp"

#include <gtest/gtest.h>

#include <lamella/scene/scene.hpp>

namespace lamella {
namespace {

// kScene with one text in place of another.
std::string changed(const std::string& from, const std::string& to) {
    std::string text = kScene;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}
std::string fault(const std::string& from, const std::string& to) { return scene_message(changed(from, to)); }

TEST(CheckScene, AcceptsTheSmallScene) { EXPECT_EQ(scene_message(kScene), ""); }

TEST(CheckScene, PlacesMisspeltKeys) {
    EXPECT_EQ(fault("viscosity", "viscocity"),
              "s.json:7:20: 'viscocity' is not a parameter of 'fluids[0]' (did you mean 'viscosity'?)");
    EXPECT_EQ(fault("\"frames\": 10,\n", ""),
              "s.json:1:1: the scene has no 'frames' (number of frames; frame 1 is the initial state)");
    EXPECT_EQ(fault("\"version\": 1", "\"version\": 2"), "s.json:2:12: 'version' is 2, but must be a whole number 1");
}

TEST(CheckScene, ChecksTheDomain) {
    EXPECT_EQ(fault("\"max\": [1, 1, 1]", "\"max\": [1, 0, 1]"),
              "s.json:3:37: 'domain.max': the domain is empty: along y it reaches from 0 to 0");
    EXPECT_EQ(fault("0.1", "1e-6"),
              "s.json:5:21: 'particle_spacing': the domain is 1 m long along x, which is 1e+06 spacings of 1e-06 m; "
              "allowed are 1 to 131072");
    EXPECT_EQ(fault("0.1", "2").find("s.json:5:21: 'particle_spacing'"), 0u);
    EXPECT_EQ(
        fault("\"max\": [1, 1, 1]", "\"max\": [1, 1, 0.5], \"periodic\": [false, false, true]"),
        "s.json:3:62: 'domain.periodic': the period along z is 0.5 m, but must be at least 3 supports (0.6 m with "
        "this particle_spacing)");
    EXPECT_EQ(fault("\"max\": [1, 1, 1]", "\"max\": [1, 1, 0.6], \"periodic\": [false, false, true]"), "");
    EXPECT_EQ(fault("[1, 1, 1]", "[1, 1, 1], \"periodic\": [true, false, false], \"open\": [\"y+\", \"x-\"]"),
              "s.json:3:97: 'domain.open[1]': this face is on a periodic axis, so it cannot be open");
}

TEST(CheckScene, ChecksFluids) {
    EXPECT_EQ(fault("\"shapes\": [{", "\"particles\": null, \"shape\": [{").find("s.json:7:55: 'shape' is not"), 0u);
    EXPECT_EQ(fault("[{\"type\": \"box\", \"min\": [0, 0, 0], \"max\": [1, 0.5, 1]}]", "[]"),
              "s.json:7:3: 'fluids[0]': the fluid has no shapes, no emitters and no particles, so there is none of it");
    EXPECT_EQ(fault("0.5, 1]", "0, 1]"),
              "s.json:7:47: 'fluids[0].shapes[0]': each coordinate of 'min' must be less than that of 'max'");
    EXPECT_EQ(fault("\"min\": [0, 0, 0], \"max\": [1, 0.5, 1]", "\"min\": [0, 1, 0], \"max\": [1, 2, 1]"),
              "s.json:7:47: 'fluids[0].shapes[0]': the shape is entirely outside the domain");
    EXPECT_EQ(fault("milk", "../milk"),
              "s.json:7:12: 'fluids[0].name': \"../milk\" holds a character that is no letter, digit, '_' or '-'");
}

TEST(CheckScene, RefusesSeveralDensitiesAndEqualNames) {
    const auto two = [](const std::string& second) {
        return scene_message(changed("}]}\n]", "}]},\n" + second + "]"));
    };
    const std::string shapes = "\"shapes\": [{\"type\": \"sphere\", \"centre\": [0, 1, 0], \"radius\": 0.2}]}";
    EXPECT_EQ(two("{\"name\": \"oil\", \"viscosity\": 2, " + shapes), "");
    EXPECT_EQ(two("{\"name\": \"oil\", \"viscosity\": 3, " + shapes), "");
    EXPECT_EQ(two("{\"name\": \"oil\", \"density\": 900, " + shapes),
              "s.json:8:28: 'fluids[1].density': 900 kg/m^3 differs from the 1000 kg/m^3 of 'milk'; the solver 'sph' "
              "knows one density for all fluids");
    EXPECT_EQ(two("{\"name\": \"milk\", " + shapes),
              "s.json:8:10: 'fluids[1].name': \"milk\" names another fluid or obstacle already; names are unique");
}

// Whether the small scene with these overrides is refused with the sentence, or accepted where there is none.
bool says(const std::vector<std::string>& overrides, const std::string& sentence) {
    const std::string message = scene_message(kScene, overrides);
    return sentence.empty() ? message.empty() : message.find(sentence) != std::string::npos;
}

TEST(CheckScene, RefusesASecondFluidWhereTheSolverMovesOne) {
    const std::string oil = R"({"name": "oil", "shapes": [{"type": "sphere", "centre": [0, 1, 0], "radius": 0.2}]})";
    const std::string two = changed("}]}\n]", "}]},\n" + oil + "]");
    EXPECT_EQ(scene_message(two), "");
    EXPECT_NE(scene_message(two, {"solver=level_set"})
                  .find("'fluids[1]': the solver 'level_set' moves one fluid, and the scene has 2; 'sph', 'flip', "
                        "'prescribed' do"),
              std::string::npos);
}

// Each says itself what it can do.
TEST(CheckScene, AsksTheSolverForItsLimits) {
    const std::string ball =
        R"(obstacles=[{"name": "o", "shape": {"type": "sphere", "centre": [0, 0, 0], "radius": 1}}])";
    EXPECT_TRUE(says({"solver=flip", ball}, ""));
    EXPECT_TRUE(says({"solver=prescribed", ball},
                     "the solver 'prescribed' has no obstacles; 'sph', 'flip', 'level_set', 'skinned' do"));
    EXPECT_TRUE(says({"solver=flip", "domain.periodic=[true,false,false]"},
                     "the period along x is 1 m, 10 spacings; under 'flip' it is a whole number of 16 spacings: 1.6 m, "
                     "or a particle_spacing of 0.0625 m"));
    EXPECT_TRUE(says({"solver=flip", "domain.periodic=[true,false,false]", "particle_spacing=0.0625"}, ""));
    EXPECT_TRUE(says({R"(solver={"type": "prescribed", "flow": {"type": "expanding_disc", "axis": [0, 0, 0]}})"},
                     "'solver.flow.axis': a direction of length zero points nowhere"));
    EXPECT_TRUE(says({"solver=level_set"}, ""));
    EXPECT_TRUE(says(
        {"solver=level_set", R"(fluids[0].emitters=[{"type": "disc", "centre": [0, 1, 0], "radius": 0.1}])"},
        "'fluids[0].emitters': the solver 'level_set' lets no liquid in; 'sph', 'flip', 'prescribed', 'skinned' do"));
    EXPECT_TRUE(says({"solver=flip", R"(output.attributes=["filling", "normal"])"}, ""));
    EXPECT_TRUE(says({R"(solver={"type": "flip", "springs": "none"})", R"(output.attributes=["normal"])"},
                     "the solver has no attribute \"normal\""));
}

TEST(CheckScene, ChecksProbes) {
    const auto probes = [](const std::string& one) { return "output.probes=[" + one + "]"; };
    const std::string height = R"({"name": "h", "type": "height", "from": [0, 0, 0], "to": [0, 1, 0]})";
    EXPECT_TRUE(says({probes(height)}, ""));
    EXPECT_TRUE(says({probes(height + "," + height)}, "'output.probes[1].name': another probe has this name"));
    EXPECT_TRUE(says({probes(R"({"name": "a/b", "type": "force"})")}, "holds a character that is no letter"));
    EXPECT_TRUE(
        says({probes(R"({"name": "f", "type": "force", "body": "pots"})")}, "no obstacle or body is named \"pots\""));
    EXPECT_TRUE(says({probes(R"({"name": "h", "type": "height", "from": [0, 0, 0], "to": [0, 0, 0]})")},
                     "the line has no length"));
    EXPECT_TRUE(
        says({probes(R"({"name": "q", "type": "flux", "corner": [0,0,0], "x_edge": [1,0,0], "y_edge": [2,0,0]})")},
             "the rectangle has no area"));
    EXPECT_TRUE(
        says({probes(R"({"name": "q", "type": "flux", "corner": [0,0,0], "x_edge": [1,0,0], "y_edge": [1,1,0]})")},
             "not at right angles"));
    EXPECT_TRUE(says({R"(solver={"type": "prescribed"})", probes(R"({"name": "f", "type": "force"})")},
                     "the solver knows no forces on bodies"));
}

TEST(CheckScene, ChecksFiles) {
    const auto shape = [](const std::string& s) {
        return fault("{\"type\": \"box\", \"min\": [0, 0, 0], \"max\": [1, 0.5, 1]}", s);
    };
    EXPECT_EQ(shape("{\"type\": \"mesh\", \"file\": \"no/such.obj\"}"),
              "s.json:7:72: 'fluids[0].shapes[0].file': \"no/such.obj\" does not exist");
    EXPECT_EQ(shape("{\"type\": \"mesh\", \"file\": \".\"}"),
              "s.json:7:72: 'fluids[0].shapes[0].file': this is a folder, not a mesh file");
    EXPECT_EQ(fault("\"shapes\"", "\"particles\": {\"file\": \"none.bgeo\"}, \"shapes\""),
              "s.json:7:58: 'fluids[0].particles.file': \"none.bgeo\" does not exist");
    EXPECT_EQ(fault("\"shapes\"", "\"particles\": {\"file\": \"/\"}, \"shapes\""),
              "s.json:7:58: 'fluids[0].particles.file': this is a folder: a run folder needs a 'frame', too");
}

TEST(CheckScene, ChecksEmittersObstaclesAndOutput) {
    const auto with = [](const std::string& line) { return fault("\"solver\": \"sph\"", line); };
    const std::string board =
        "\"obstacles\": [{\"name\": \"board\", \"shape\": {\"type\": \"sphere\", \"centre\": [0, 0, 0], "
        "\"radius\": 1},\n";
    EXPECT_EQ(with(board + "\"motion\": {\"keys\": [{\"time\": 0},\n{\"time\": 1},\n{\"time\": 1}]}}]"),
              "s.json:12:10: 'obstacles[0].motion.keys[2].time': 1 s is not after the 1 s of the key before it");
    EXPECT_EQ(
        with("\"output\": {\"attributes\": [\"presure\"]}"),
        "s.json:9:27: 'output.attributes[0]': the solver has no attribute \"presure\" (did you mean 'pressure'?)");
    EXPECT_EQ(with("\"solver\": {\"type\": \"sph\", \"min_step\": 1}"),
              "s.json:9:39: 'solver.min_step': 1 s is longer than max_step, 0.005 s");
    EXPECT_EQ(with("\"render\": {\"materials\": [{\"name\": \"mlik\", \"material\": \"water\"}]}"),
              "s.json:9:35: 'render.materials[0].name': no fluid or obstacle is named \"mlik\" (did you mean 'milk'?)");
    EXPECT_EQ(
        with("\"render\": {}"),
        "s.json:9:11: 'render': it shows the surface, but the scene has no 'surface'; say \"show\": \"particles\"");
    const auto emitter = [](const std::string& keys) {
        return fault("\"shapes\"", "\"emitters\": [{\"type\": \"disc\", \"radius\": 0.1, " + keys + "}],\n\"shapes\"");
    };
    EXPECT_EQ(emitter("\"centre\": [0, 2, 0]"),
              "s.json:7:91: 'fluids[0].emitters[0].centre': the nozzle is outside the domain");
    EXPECT_EQ(emitter("\"centre\": [0, 1, 0], \"direction\": [0, 0, 0]"),
              "s.json:7:115: 'fluids[0].emitters[0].direction': a direction of length zero points nowhere");
    EXPECT_EQ(emitter("\"centre\": [0, 1, 0], \"start\": 2, \"stop\": 1"),
              "s.json:7:122: 'fluids[0].emitters[0].stop': 1 s is not after the start at 2 s");
    EXPECT_EQ(
        emitter("\"centre\": [0, 1, 0], \"speed_keys\": [{\"time\": 1, \"speed\": 1}, {\"time\": 1, \"speed\": 2}]"),
        "s.json:7:151: 'fluids[0].emitters[0].speed_keys[1].time': 1 s is not after the 1 s of the key before it");
    EXPECT_EQ(
        emitter("\"centre\": [0, 1, 0], \"motion\": {\"keys\": [{\"time\": 1}, {\"time\": 0.5}]}"),
        "s.json:7:144: 'fluids[0].emitters[0].motion.keys[1].time': 0.5 s is not after the 1 s of the key before it");
}

TEST(CheckScene, SurvivesHostileText) {
    for (const std::string& text :
         {std::string(10'000'000, '['), std::string(10'000'000, '{'), std::string("\xFF\xFE"), std::string("null"),
          std::string("\"demo\""), std::string("{}"), std::string("[]")}) {
        EXPECT_EQ(scene_message(text).find("s.json:1:"), 0u);
    }
    for (std::size_t length = 0; length < kScene.size(); ++length) {
        EXPECT_NE(scene_message(kScene.substr(0, length)), "") << length;
    }
}

// What the stages after the simulation would refuse is refused before it begins.
TEST(CheckScene, LooksAheadToSurfaceAndPictures) {
    const std::string particles = R"(render={"show": "particles", "colour_by": "temperature"})";
    EXPECT_TRUE(says({particles}, "'render.colour_by': the particles of this scene have no attribute \"temperature\""));
    EXPECT_TRUE(says({R"(render={"show": "particles", "colour_by": "spede"})"}, "(did you mean 'speed'?)"));
    EXPECT_TRUE(says({R"(render={"show": "particles", "colour_by": "density"})"}, ""));
    EXPECT_TRUE(says({R"(surface={"attributes": ["v", "heat"]})"}, "'surface.attributes[1]': the particles of this"));
    EXPECT_TRUE(says({R"(surface={"attributes": ["pressure"]})"}, "; name it in 'output.attributes', too"));
    EXPECT_TRUE(says({R"(surface={"attributes": ["pressure"]})", R"(output.attributes=["pressure"])"}, ""));
    EXPECT_TRUE(says({R"(surface={"clip": {"min": [0, 1, 0], "max": [1, 0.5, 1]}})"},
                     "'surface.clip': the box is empty: along y it reaches from 1 to 0.5"));
    const auto camera = [](const std::string& keys) {
        return "render={\"show\": \"particles\", \"camera\": {" + keys + "}}";
    };
    const std::string along = "the camera looks along its 'up'";
    EXPECT_TRUE(says({camera(R"("direction": [0, -2, 0])")}, "'render.camera.direction': " + along));
    EXPECT_TRUE(says({camera(R"("direction": [0, -2, 0], "up": [0, 0, -1])")}, ""));
    EXPECT_TRUE(says({camera(R"("position": [0, 3, 0], "look_at": [0, 0, 0])")}, "'render.camera.look_at': " + along));
    EXPECT_TRUE(says({R"(render={"show": "particles", "lights": [{"type": "environment", "file": "none.hdr"}]})"},
                     "'render.lights[0].file': \"none.hdr\" does not exist"));
    EXPECT_TRUE(says({R"(render={"show": "particles", "lights": [{"type": "sky", "sun_direction": [0, 0, 0]}]})"},
                     "'render.lights[0].sun_direction': a direction of length zero"));
}

TEST(CheckScene, AllowsASchemaThatDoesNotCount) {
    const LoadedScene plain = read_scene(kScene, "s.json");
    const LoadedScene with =
        read_scene(changed("\"version\": 1", "\"$schema\": \"schema.json\", \"version\": 1"), "s.json");
    EXPECT_EQ(with.hash, plain.hash);
    EXPECT_EQ(with.scene->schema, "schema.json");
    EXPECT_EQ(plain.canonical_json.find("$schema"), std::string::npos);
}

}  // namespace
}  // namespace lamella
