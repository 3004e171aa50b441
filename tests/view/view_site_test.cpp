#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/render/image.hpp>
#include <lamella/view/export_page.hpp>
#include <lamella/view/packed_particles.hpp>
#include <lamella/view/view_site.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::array kPage{EmbeddedFile{"index.html", "<html><!-- exported data --></html>"},
                           EmbeddedFile{"viewer.js", "start()"}};

constexpr const char* kScene = R"({
  "version": 1, "domain": {"min": [0, 0, 0], "max": [0.3, 0.3, 0.3]}, "frames": 2, "particle_spacing": 0.03,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.15, 0.15, 0.15]}]}],
  "obstacles": [
    {"name": "ball", "shape": {"type": "sphere", "centre": [0.2, 0.1, 0.1], "radius": 0.05}},
    {"name": "ground", "shape": {"type": "half_space", "point": [0, 0, 0]}},
    {"name": "bowl", "inverted": true, "shape": {"type": "sphere", "centre": [0.15, 0.15, 0.15], "radius": 0.5}}],
  "surface": "mueller2003",
  "render": {"materials": [{"name": "water", "material": {"type": "diffuse", "texture": "skin.png", "projection": "solid"}}]}
})";

// A small run with a surface, two obstacles that are not drawn and one that is.
class ViewSiteTest : public testing::Test {
protected:
    static fs::path top() { return fs::temp_directory_path() / fmt::format("lamella_view_site_{}", getpid()); }
    static fs::path run() { return top() / "first" / "out"; }
    static void SetUpTestSuite() {
        fs::remove_all(top());
        fs::create_directories(top());
        write_png(top() / "skin.png", {2, 1, {255, 0, 0, 0, 0, 255}});
        run_stages({}, read_scene(kScene, (top() / "scene.json").string()), run(), {}, Stage::surface);
        fs::create_directories(top() / "second");
        fs::copy(run(), top() / "second" / "out", fs::copy_options::recursive);
    }
    static void TearDownTestSuite() { fs::remove_all(top()); }

    static ViewSite site(RunsMay may = RunsMay::grow) { return {kPage, {run(), top() / "second" / "out"}, may}; }
    static Json json(const ViewSite& site, const char* path) { return Json::parse(site.get(path).body); }
};

TEST_F(ViewSiteTest, ThePageIsAtTheRoot) {
    EXPECT_EQ(site().get("/").body, kPage[0].text);
    EXPECT_EQ(site().get("/").type, "text/html; charset=utf-8");
    EXPECT_EQ(site().get("/viewer.js").body, "start()");
    EXPECT_EQ(site().get("/viewer.css").status, 404);
}

TEST_F(ViewSiteTest, RunsOfTheSameNameAreToldApart) {
    const Json view = json(site(), "/view.json");
    EXPECT_EQ(view["live"], true);
    EXPECT_EQ(view["runs"][0], (Json{{"name", "first/out"}, {"address", "runs/0/"}}));
    EXPECT_EQ(view["runs"][1]["name"], "second/out");
    EXPECT_EQ(json(site(), "/schema.json")["title"], "Lamella scene");
}

TEST_F(ViewSiteTest, ContentsListTheFramesOfEachSequence) {
    fs::remove(run() / "surface" / "water.0001.ply");
    const Json contents = json(site(), "/runs/0/contents.json");
    const Json expected = {{{"stage", "simulate"},
                            {"kind", "particles"},
                            {"name", "water"},
                            {"pattern", "particles/water.%04d.bgeo"},
                            {"frames", {1, 2}}},
                           {{"stage", "simulate"},
                            {"kind", "poses"},
                            {"name", "bodies"},
                            {"pattern", "bodies.%04d.json"},
                            {"frames", {1, 2}}},
                           {{"stage", "surface"},
                            {"kind", "mesh"},
                            {"name", "water"},
                            {"pattern", "surface/water.%04d.ply"},
                            {"frames", {2}}}};
    EXPECT_EQ(contents["sequences"], expected);
    EXPECT_EQ(contents["finished"], true);
    EXPECT_EQ(contents["ledgers"], (Json{"ledger.simulate.jsonl", "ledger.surface.jsonl"}));
    EXPECT_EQ(contents["obstacles"], Json{"ball"});
    EXPECT_EQ(contents["textures"], (Json{{{"name", "skin.png"}, {"file", "files/skin.png"}}}));
}

TEST_F(ViewSiteTest, ObstaclesAreMeshes) {
    const HttpReply reply = site().get("/runs/0/obstacles/ball.ply");
    const Box3 box = bounds(parse_mesh(reply.body, "ball.ply"));
    EXPECT_NEAR(box.min.x(), 0.15f, 2e-3f);
    EXPECT_NEAR(box.max.y(), 0.15f, 2e-3f);
    for (const char* name : {"/runs/0/obstacles/ground.ply", "/runs/0/obstacles/cube.ply"})
        EXPECT_EQ(site().get(name).status, 404) << name;
}

TEST_F(ViewSiteTest, FilesOfTheRunsAndNothingElse) {
    EXPECT_EQ(site().get("/runs/1/particles/water.0002.bgeo").file.size(),
              fs::file_size(top() / "second" / "out" / "particles" / "water.0002.bgeo"));
    EXPECT_EQ(site().get("/runs/1/files/skin.png").file.size(), fs::file_size(top() / "skin.png"));
    for (const char* path : {"/runs/2/scene.json", "/runs/0/../../second/out/scene.json", "/runs/0/", "/runs/0",
                             "/runs/0/particles", "/runs/0/particles/water.0009.bgeo", "/etc/passwd"})
        EXPECT_EQ(site().get(path).status, 404) << path;
}

TEST_F(ViewSiteTest, ParticlesComePackedFromTheRunsAndNowhereElse) {
    const std::string name = "particles/water.0002.bgeo";
    const HttpReply reply = site().get("/runs/1/packed/speed/" + name);
    EXPECT_EQ(reply.type, "application/octet-stream");
    const PackedParticles packed(std::make_shared<const ParticleParts>(open_below(top() / "second/out", name), ""),
                                 "speed");
    EXPECT_EQ(reply.stream.size, packed.size());
    std::string sent, expected;
    const auto to = [](std::string& all) { return [&](std::string_view piece) { return !all.append(piece).empty(); }; };
    reply.stream.write(to(sent));
    packed.write(to(expected));
    EXPECT_TRUE(sent == expected);
    for (const char* path : {"/runs/0/packed/speed/particles/water.0009.bgeo", "/runs/0/packed/speed/scene.json",
                             "/runs/0/packed/speed/../../second/out/particles/water.0002.bgeo", "/runs/0/packed/speed/",
                             "/runs/0/packed/speed", "/runs/0/packed/"})
        EXPECT_EQ(site().get(path).status, 404) << path;
}

TEST_F(ViewSiteTest, OfADamagedFileNothingComesPacked) {
    std::ofstream(run() / "particles" / "water.0007.bgeo") << "nonsense";
    const HttpReply reply = site().get("/runs/0/packed/speed/particles/water.0007.bgeo");
    fs::remove(run() / "particles" / "water.0007.bgeo");
    EXPECT_EQ(reply.status, 200);
    EXPECT_FALSE(reply.stream.write);
    EXPECT_EQ(reply.body, "");
}

TEST_F(ViewSiteTest, AFolderWithoutARunAndAProgramWithoutThePageAreRefused) {
    EXPECT_THROW(ViewSite(kPage, {top() / "first"}, RunsMay::grow), InputError);
    EXPECT_THROW(ViewSite({}, {run()}, RunsMay::grow), RunError);
}

TEST_F(ViewSiteTest, TheExportHoldsThePageAndEveryFile) {
    const fs::path folder = top() / "page";
    ASSERT_TRUE(export_page({}, site(RunsMay::rest), folder));
    EXPECT_EQ(read_file(folder / "index.html"), "<html><script src=\"data/view.json.js\"></script></html>");
    for (const std::string& path : site().data_paths())
        EXPECT_TRUE(fs::exists(folder / "data" / (path.substr(1) + ".js")));

    const std::string script = read_file(folder / "data/runs/1/particles/water.0001.bgeo.js");
    const std::string start = "(self.lamellaFiles ||= {})[\"runs/1/particles/water.0001.bgeo\"] = \"";
    ASSERT_TRUE(script.starts_with(start));
    std::string_view text = std::string_view(script).substr(start.size());
    EXPECT_EQ(take_base64(text, script.size()), read_file(top() / "second/out/particles/water.0001.bgeo"));
    EXPECT_EQ(text, "\"\n");
    EXPECT_THROW(export_page({}, site(RunsMay::rest), folder), InputError);
}

}  // namespace
}  // namespace lamella
