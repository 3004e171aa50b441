#include "messages.hpp"

#include <lamella/core/atomic_file.hpp>
#include <lamella/scene/scene.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace lamella {
namespace {

TEST(Reader, CanonicalTextReadsBackAsTheSameScene) {
    const LoadedScene once = read_scene(kScene, "s.json");
    const LoadedScene twice = read_scene(once.canonical_json, "t.json");
    EXPECT_EQ(once.canonical_json, twice.canonical_json);
    EXPECT_EQ(once.hash, twice.hash);
}

TEST(Reader, HashIgnoresTextThatChangesNothing) {
    const std::string hash = read_scene(kScene, "s.json").hash;
    const std::vector<std::string> defaults{"gravity=[0,-9.81,0]", "seed=0"}, longer{"frames=99", "description=x"};
    EXPECT_EQ(read_scene("// more\n" + kScene, "other.json").hash, hash);
    EXPECT_EQ(read_scene(kScene, "s.json", defaults).hash, hash);
    EXPECT_EQ(read_scene(kScene, "s.json", longer).hash, hash);
    EXPECT_NE(read_scene(kScene, "s.json", std::vector<std::string>{"seed=1"}).hash, hash);
}

TEST(Reader, SilentParametersAreWrittenWhereTheyDifferFromTheirDefault) {
    const auto with = [](const std::string& motion) {
        return read_scene(
            kScene, "s.json",
            std::vector<std::string>{
                R"(obstacles=[{"name":"o","shape":{"type":"sphere","centre":[0.5,0.5,0.5],"radius":0.1},"motion":{)" +
                motion + "}}]"});
    };
    const LoadedScene without = with(""), linear = with(R"("interpolation":"linear")"),
                      cubic = with(R"("interpolation":"cubic")");
    EXPECT_EQ(without.canonical_json.find("interpolation"), std::string::npos);
    EXPECT_EQ(linear.hash, without.hash);
    EXPECT_NE(cubic.hash, without.hash);
    EXPECT_EQ(read_scene(cubic.canonical_json, "again.json").hash, cubic.hash);
}

TEST(Reader, NamesTheFirstDifference) {
    const auto canonical = [](const std::vector<std::string>& overrides) {
        return read_scene(kScene, "s.json", overrides).canonical_json;
    };
    EXPECT_FALSE(first_difference(canonical({}), canonical({"frames=20"})));
    const auto found = first_difference(canonical({}), canonical({"seed=3", "fluids[0].shapes[0].max=[1,0.25,1]"}));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->path, "seed");
    EXPECT_EQ(found->first, "0");
    EXPECT_EQ(found->second, "3");
    EXPECT_EQ(first_difference(canonical({}), canonical({"fluids[0].shapes[0].max=[1,0.25,1]"}))->path,
              "fluids[0].shapes[0].max[1]");
    EXPECT_FALSE(first_difference(canonical({}), canonical({"surface=mueller2003", "render={}"})));
}

TEST(Reader, FilesAreRelativeToTheScene) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "lamella_scene_reader";
    std::filesystem::create_directories(folder);
    write_file(folder / "ball.obj", "v 0 0 0\n");
    write_file(folder / "s.json", kScene);
    const std::vector<std::string> set{R"(fluids[0].shapes=[{"type":"mesh","file":"ball.obj"}])"};
    const LoadedScene loaded = load_scene((folder / "s.json").string(), set);
    const InputFile& file = std::get<MeshShape>(loaded.scene->fluids[0].shapes[0].shape).file;
    EXPECT_EQ(file.name, "ball.obj");
    EXPECT_EQ(file.path, (folder / "ball.obj").string());
    EXPECT_NE(loaded.canonical_json.find("\"ball.obj\""), std::string::npos);
    EXPECT_EQ(read_scene(loaded.canonical_json, "run/scene.json", {}, loaded.folder).hash, loaded.hash);
    std::filesystem::remove_all(folder);
}

TEST(Reader, SuggestsShippedScenes) {
    EXPECT_EQ(message_of([] { load_scene("dmeo"); }),
              "dmeo: there is no such scene file and no shipped scene of that name (did you mean 'demo'?)");
}

}  // namespace
}  // namespace lamella
