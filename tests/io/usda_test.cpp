#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/usd/usda.hpp>

namespace lamella {
namespace {

long files_in(const std::filesystem::path& folder) {
    return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

TEST(Usda, has_one_sample_a_frame_of_each_attribute) {
    const test::TemporaryFolder folder;
    UsdaWriter writer(folder / "a.usda", 24, {"0.1.0", "abc", "def"});
    writer.add(1, test::sample_mesh());
    writer.add(2, TriangleMesh{});
    writer.finish();
    const std::string text = read_file(folder / "a.usda");
    EXPECT_TRUE(text.starts_with("#usda 1.0\n"));
    for (const char* part :
         {"upAxis = \"Y\"", "metersPerUnit = 1", "startTimeCode = 1", "endTimeCode = 2", "timeCodesPerSecond = 24",
          "int[] faceVertexCounts.timeSamples = {\n        1: [3, 3, 3, 3],\n        2: [],\n    }",
          "1: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],", "(0, 0.33333334, 0)", "vector3f[] velocities.timeSamples",
          "normal3f[] normals.timeSamples", "lamella 0.1.0 git abc scene def"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
    EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
}

TEST(Usda, holds_every_attribute_that_all_frames_have) {
    const test::TemporaryFolder folder;
    TriangleMesh mesh = test::sample_mesh();
    mesh.attributes.add<Vec3Column>("Cd").set(1, {1, 0.5f, 0});
    mesh.attributes.add<Vec3Column>("uv").set(1, {0.25f, 0.75f, 0});
    mesh.attributes.add<IndexColumn>("patch id")[2] = 7;
    {
        UsdaWriter writer(folder / "a.usda", 24, {}, UpAxis::z);
        writer.add(1, TriangleMesh{});
        writer.add(2, mesh);
        mesh.attributes.remove("thickness");
        writer.add(3, mesh);
        EXPECT_EQ(writer.finish(), std::vector<std::string>{"thickness"});
    }
    const std::string text = read_file(folder / "a.usda");
    for (const char* part :
         {"upAxis = \"Z\"", "color3f[] primvars:displayColor (\n        interpolation = \"vertex\"\n    )",
          "color3f[] primvars:displayColor.timeSamples = {\n        1: [],\n        2: [(0, 0, 0), (1, 0.5, 0),",
          "texCoord2f[] primvars:st.timeSamples = {\n        1: [],\n        2: [(0, 0), (0.25, 0.75),",
          "int[] primvars:patch_id.timeSamples = {\n        1: [],\n        2: [0, 0, 7, 0],"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
    EXPECT_EQ(text.find("thickness"), std::string::npos);
    EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(Usda, leaves_nothing_behind_without_finish) {
    const test::TemporaryFolder folder;
    {
        UsdaWriter writer(folder / "a.usda", 24);
        writer.add(1, test::sample_mesh());
        EXPECT_THROW(writer.add(1, test::sample_mesh()), RunError);
    }
    EXPECT_EQ(files_in(folder.path()), 0);
    EXPECT_THROW(UsdaWriter("/nonexistent/a.usda", 24), RunError);
}

}  // namespace
}  // namespace lamella
