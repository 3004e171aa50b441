// What the page is given of matter of every kind.
#include <lamella/io/mesh_file.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/view/border_ply.hpp>
#include <lamella/view/export_page.hpp>
#include <lamella/view/view_site.hpp>
#include <tests/pipeline/matter_run.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::array kPage{EmbeddedFile{"index.html", "<html><!-- exported data --></html>"}};
constexpr const char* kScene = R"({
  "version": 1, "domain": {"min": [0, 0, 0], "max": [0.3, 0.3, 0.3]}, "frames": 2, "particle_spacing": 0.03,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.1, 0.1, 0.1]}]}],
  "obstacles": [{"name": "stone", "shape": {"type": "sphere", "centre": [0.05, 0.05, 0.25], "radius": 0.03}}]
})";

class MatterView : public testing::Test {
protected:
    static fs::path top() { return fs::temp_directory_path() / ("lamella_matter_view_" + std::to_string(getpid())); }
    static fs::path run() { return top() / "out"; }
    static void SetUpTestSuite() {
        fs::remove_all(top());
        run_stages({}, read_scene(kScene, "scene.json"), run(), {}, Stage::simulate);
        test::add_matter(run(), 0.3f, 2, "stone");
    }
    static void TearDownTestSuite() { fs::remove_all(top()); }
    static ViewSite site() { return {kPage, {run()}, RunsMay::rest}; }
};

TEST_F(MatterView, EveryPartIsListedByKind) {
    const Json contents = Json::parse(site().get("/runs/0/contents.json").body);
    std::vector<std::string> listed;
    for (const Json& sequence : contents.at("sequences")) {
        if (sequence.at("name") == "water") continue;
        listed.push_back(sequence.at("kind").get<std::string>() + " " + sequence.at("name").get<std::string>());
        EXPECT_EQ(sequence.at("frames"), (Json{1, 2}));
    }
    EXPECT_EQ(listed, (std::vector<std::string>{"poses bodies", "tetrahedra jelly", "surfels ball", "strands grass",
                                                "mesh sheet"}));
}

TEST_F(MatterView, TheBorderOfTetrahedraComesAsAMesh) {
    const HttpReply reply = site().get("/runs/0/borders/tets/jelly.0002.vtu.ply");
    ASSERT_EQ(reply.status, 200);
    const TriangleMesh mesh = parse_mesh(reply.body, "jelly.ply");
    EXPECT_EQ(mesh.triangle_count(), 6 * 4 * 4 * 2);
    EXPECT_EQ(mesh.vertex_count(), 3 * mesh.triangle_count());
    const TetMesh tets = test::block_of_tets(0.3f * Vec3(0.62f, 0.02f, 0.1f), 0.3f * 0.3f);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const Index node = mesh.attributes.get<IndexColumn>("node")[i],
                    cell = mesh.attributes.get<IndexColumn>("cell")[i];
        ASSERT_EQ(mesh.positions[static_cast<std::size_t>(i)], tets.positions[static_cast<std::size_t>(node)]);
        ASSERT_EQ(mesh.attributes.get<ScalarColumn>("stress")[i], tets.cells.get<ScalarColumn>("stress")[cell]);
        ASSERT_EQ(mesh.attributes.get<ScalarColumn>("T")[i], tets.nodes.get<ScalarColumn>("T")[node]);
    }
}

TEST_F(MatterView, OtherFilesHaveNoBorder) {
    std::ofstream(run() / "tets" / "bad.0001.vtu") << "nonsense";
    EXPECT_EQ(site().get("/runs/0/borders/tets/bad.0001.vtu.ply").status, 500);
    fs::remove(run() / "tets" / "bad.0001.vtu");
    for (const char* path : {"/runs/0/borders/tets/jelly.0009.vtu.ply", "/runs/0/borders/scene.json.ply",
                             "/runs/0/borders/../../tets/jelly.0001.vtu.ply", "/runs/0/borders/.ply"})
        EXPECT_EQ(site().get(path).status, 404) << path;
}

TEST_F(MatterView, TheExportHoldsBordersAndPoses) {
    const fs::path folder = top() / "page";
    ASSERT_TRUE(export_page({}, site(), folder));
    for (const char* file : {"borders/tets/jelly.0001.vtu.ply", "bodies.0002.json", "strands/grass.0001.bgeo",
                             "surfels/ball.0001.bgeo", "meshes/sheet.0002.ply"})
        EXPECT_TRUE(fs::exists(folder / "data/runs/0" / (std::string(file) + ".js"))) << file;
    EXPECT_FALSE(fs::exists(folder / "data/runs/0/tets"));
}

TEST(BorderPly, CellsGoBeforeNodesOfTheSameName) {
    TetMesh mesh = test::block_of_tets(Vec3::Zero(), 1.0f);
    mesh.cells.add<ScalarColumn>("T")[0] = 77.0f;
    const TriangleMesh border = parse_mesh(border_ply(mesh), "a.ply");
    Real most = 0.0f;
    for (const Real value : border.attributes.get<ScalarColumn>("T").span()) most = std::max(most, value);
    EXPECT_EQ(most, 77.0f);
}

}  // namespace
}  // namespace lamella
