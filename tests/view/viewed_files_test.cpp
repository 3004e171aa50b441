// Files that belong to no run, as the page is given them.
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/view/export_page.hpp>
#include <lamella/view/view_site.hpp>
#include <tests/pipeline/matter_run.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::array kPage{EmbeddedFile{"index.html", "<html><!-- exported data --></html>"}};
constexpr const char* kSquare = "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4\n";

class ViewedFilesTest : public testing::Test {
protected:
    void SetUp() override {
        fs::remove_all(top());
        fs::create_directories(top());
    }
    void TearDown() override { fs::remove_all(top()); }

    static fs::path top() { return fs::temp_directory_path() / fmt::format("lamella_viewed_files_{}", getpid()); }
    static void write(const std::string& name, std::string_view text) { std::ofstream(top() / name) << text; }
    static ViewSite site(const std::string& pattern, bool z_up = false) {
        return {kPage, {top() / pattern}, RunsMay::grow, z_up};
    }
    static Json contents(const ViewSite& site) { return Json::parse(site.get("/runs/0/contents.json").body); }
    // Name, kind, pattern and frames of each sequence.
    static Json sequences(const std::string& pattern) {
        const Json all = contents(site(pattern));
        Json list;
        for (const Json& one : all.at("sequences"))
            list.push_back({one["name"], one["kind"], one["pattern"], one["frames"]});
        return list;
    }
    static std::string sent(const HttpReply& reply) {
        std::string all;
        reply.stream.write([&](std::string_view piece) { return !all.append(piece).empty(); });
        return all;
    }
};

TEST_F(ViewedFilesTest, AMeshComesAsBinaryPly) {
    write("square.obj", kSquare);
    const ViewSite shown = site("square.obj");
    EXPECT_EQ(Json::parse(shown.get("/view.json").body)["runs"][0]["name"], "square.obj");
    EXPECT_EQ(sequences("square.obj"), Json({{"square", "mesh", "files/square.ply", {1}}}));
    const Json all = contents(shown);
    EXPECT_NEAR(all["spacing"], 0.01 * std::sqrt(5.0), 1e-6);
    EXPECT_NEAR(all["bounds"]["max"][1], 2 + 0.005 * std::sqrt(5.0), 1e-6);
    const TriangleMesh mesh = parse_mesh(shown.get("/runs/0/files/square.ply").body, "square.ply");
    EXPECT_EQ(mesh.triangle_count(), 2);
    EXPECT_EQ(mesh.vertex_count(), 4);
}

TEST_F(ViewedFilesTest, ParticlesOfEveryFormatComeAsBgeoAndPacked) {
    write("their_0.csv", "x,y,z,velocity_x,velocity_y,velocity_z\n0,0,0,0,0,0\n1,0,0,0,3,4\n");
    write("their_1.csv", "x,y,z,velocity_x,velocity_y,velocity_z\n0,0,0,0,0,0\n2,0,0,0,0,1\n5,0,0,0,0,1\n");
    EXPECT_EQ(sequences("their_%d.csv"), Json({{"their", "particles", "files/their.%04d.bgeo", {0, 1}}}));
    const ViewSite shown = site("their_%d.csv");
    const ParticleSet particles = parse_particles(shown.get("/runs/0/files/their.0001.bgeo").body, "a.bgeo");
    EXPECT_EQ(particles.size(), 3);
    EXPECT_EQ(particles.positions()[2], Vec3(5, 0, 0));
    EXPECT_FLOAT_EQ(contents(shown)["bounds"]["max"][0].get<float>(),
                    5 + 0.5f * contents(shown)["spacing"].get<float>());
    const std::string packed = sent(shown.get("/runs/0/packed/speed/files/their.0000.bgeo"));
    const auto x = load_number<float>(packed.data() + 12, std::endian::little);
    EXPECT_EQ(x, 1.0f);
    EXPECT_NE(packed.find("\"high\":5"), std::string::npos) << packed;
}

TEST_F(ViewedFilesTest, AGlobIsASequenceForEachNameAndStillFilesAreThereInEveryFrame) {
    for (const char* name : {"water.0002.obj", "water.0010.obj", "a bowl%.obj"}) write(name, kSquare);
    write("a bowl%.csv", "x,y,z\n0,0,0\n1,1,1\n");
    write("notes.txt", "nothing");
    const Json expected{{"a bowl%", "particles", "files/a_bowl_.bgeo", {2, 10}},
                        {"a bowl%", "mesh", "files/a_bowl_-2.ply", {2, 10}},
                        {"water", "mesh", "files/water.%04d.ply", {2, 10}}};
    EXPECT_EQ(sequences("*"), expected);
    const ViewSite shown = site("*");
    EXPECT_EQ(shown.remarks().size(), 1U);
    for (const std::string& path : shown.data_paths()) EXPECT_EQ(shown.get(path).status, 200) << path;
}

TEST_F(ViewedFilesTest, FramesThatComeLaterAreSeen) {
    write("w.1.obj", kSquare);
    write("w.2.obj", kSquare);
    const ViewSite shown = site("w.%d.obj");
    write("w.3.obj", kSquare);
    EXPECT_EQ(contents(shown)["sequences"][0]["frames"], (Json{1, 2, 3}));
    EXPECT_EQ(shown.get("/runs/0/files/w.0003.ply").status, 200);
}

TEST_F(ViewedFilesTest, TheFirstFileWithSomethingInItSaysWhatASequenceIs) {
    write("w.1.ply",
          "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
          "element face 0\nproperty list uchar int vertex_indices\nend_header\n");
    write("w.2.ply", "nonsense");
    write("w.3.ply",
          "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
          "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
          "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    EXPECT_EQ(sequences("w.%d.ply"), Json({{"w", "mesh", "files/w.%04d.ply", {1, 2, 3}}}));
    const ViewSite shown = site("w.%d.ply");
    EXPECT_EQ(parse_mesh(shown.get("/runs/0/files/w.0001.ply").body, "w.ply").vertex_count(), 0);
    const HttpReply damaged = shown.get("/runs/0/files/w.0002.ply");
    EXPECT_EQ(damaged.status, 500);
    EXPECT_NE(damaged.body.find("w.2.ply"), std::string::npos) << damaged.body;
}

TEST_F(ViewedFilesTest, TetrahedraComeAsTheirBorder) {
    write_tets(top() / "jelly.vtu", test::block_of_tets(Vec3::Zero(), 1.0f));
    EXPECT_EQ(sequences("jelly.vtu"), Json({{"jelly", "tetrahedra", "files/jelly.vtu", {1}}}));
    const HttpReply reply = site("jelly.vtu").get("/runs/0/borders/files/jelly.vtu.ply");
    EXPECT_EQ(parse_mesh(reply.body, "jelly.ply").triangle_count(), 6 * 4 * 4 * 2);
}

TEST_F(ViewedFilesTest, ZUpIsTurned) {
    write("square.obj", kSquare);
    const HttpReply reply = site("square.obj", true).get("/runs/0/files/square.ply");
    EXPECT_EQ(bounds(parse_mesh(reply.body, "square.ply")).min, Vec3(0, 0, -2));
    EXPECT_THROW(ViewSite(kPage, {top()}, RunsMay::grow, true), InputError);
}

TEST_F(ViewedFilesTest, NothingButTheFilesThatWereNamedIsGivenOut) {
    write("square.obj", kSquare);
    write("secret.obj", kSquare);
    write("square.mtl", "newmtl a\n");
    const ViewSite shown = site("square.obj");
    for (const char* name : {"files/secret.ply", "secret.obj", "square.obj", "square.mtl", "files/square.obj",
                             "files/../square.obj", "../secret.obj", "files/", "", "scene.json", "run.json",
                             "packed/speed/secret.obj", "packed/speed/files/square.ply", "packed/speed/../square.obj",
                             "borders/files/square.ply.ply", "obstacles/square.ply", "/etc/passwd"})
        EXPECT_EQ(shown.get(fmt::format("/runs/0/{}", name)).status, 404) << name;
}

TEST_F(ViewedFilesTest, WhatCannotBeShownIsRefused) {
    write("a.1.obj", kSquare);
    write("a.01.obj", kSquare);
    write("empty.ply", "");
    write("notes.txt", "nothing");
    for (const auto& [pattern, sentence] :
         std::vector<std::pair<std::string, std::string>>{{"absent.ply", "there is no such file"},
                                                          {"absent.%04d.ply", "there is no such file"},
                                                          {"notes.txt", "names no format that is shown"},
                                                          {"*.txt", "no file that matches has a format that is shown"},
                                                          {"empty.ply", "empty.ply"},
                                                          {"empty*.ply", "there is nothing to be shown"},
                                                          {"a.*.obj", "are both frame 1"}})
        try {
            site(pattern);
            ADD_FAILURE() << pattern;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << pattern << ": " << error.what();
        }
}

TEST_F(ViewedFilesTest, TheExportHoldsThemAsThePageReadsThem) {
    write("their.0001.csv", "x,y,z\n0,0,0\n1,0,0\n");
    write("their.0002.csv", "x,y,z\n0,0,0\n1,0,0\n");
    ASSERT_TRUE(export_page({}, site("their.%04d.csv"), top() / "page"));
    for (const char* file : {"contents.json", "files/their.0001.bgeo", "files/their.0002.bgeo"})
        EXPECT_TRUE(fs::exists(top() / "page/data/runs/0" / (std::string(file) + ".js"))) << file;
}

}  // namespace
}  // namespace lamella
