// Documents that are output of the program, or hold examples for it.
#include "messages.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/scene/describe.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/schema.hpp>

#include <gtest/gtest.h>

#include <sstream>

namespace lamella {
namespace {

std::string source_file(const std::string& name) { return read_file(std::string(LAMELLA_SOURCE_DIR) + "/" + name); }

// The first line of the file that is not the generated one, with its number; "" when all are.
std::string first_different_line(const std::string& name, const std::string& generated) {
    std::istringstream file(source_file(name)), wanted(generated);
    std::string have, want;
    for (int line = 1;; ++line) {
        const bool more = static_cast<bool>(std::getline(file, have)),
                   more_wanted = static_cast<bool>(std::getline(wanted, want));
        if (!more && !more_wanted) return "";
        if (more != more_wanted || have != want) return name + ":" + std::to_string(line) + ": " + have;
    }
}

TEST(Documents, MethodsAreWhatDescribeWrites) {
    EXPECT_EQ(first_different_line("docs/methods.md", describe_scene(DescribeFormat::markdown)), "")
        << "write it anew: lamella describe --markdown > docs/methods.md";
}

TEST(Documents, SchemaIsWhatDescribeWrites) {
    EXPECT_EQ(first_different_line("scenes/schema.json", scene_schema()), "")
        << "write it anew: lamella describe --json-schema > scenes/schema.json";
}

TEST(Documents, ExampleOfTheSceneFormatLoads) {
    const std::string text = source_file("docs/scene_format.md");
    const std::size_t begin = text.find("```json\n") + 8;
    const LoadedScene loaded = read_scene(text.substr(begin, text.find("```", begin) - begin), "example.json");
    EXPECT_EQ(loaded.scene->fluids.size(), 1u);
}

TEST(Describe, ShowsOneMethod) {
    const std::string text = describe_scene(DescribeFormat::text, "wcsph");
    EXPECT_EQ(text.find("solver.pressure: wcsph - "), 0u);
    EXPECT_NE(text.find("gamma"), std::string::npos);
    EXPECT_EQ(text.find("frame_rate"), std::string::npos);
    EXPECT_EQ(message_of([] { describe_scene(DescribeFormat::text, "wcsp"); }),
              "'wcsp' is no method and no part of a scene (did you mean 'wcsph'?)");
    EXPECT_EQ(message_of([] { describe_scene(DescribeFormat::text, "viscosity"); }),
              "'viscosity' is no method and no part of a scene; there are 'fluids.viscosity', 'solver.viscosity'");
    EXPECT_EQ(message_of([] { describe_scene(DescribeFormat::text, "nonsense"); }),
              "'nonsense' is no method and no part of a scene; without a name all of them are listed");
}

TEST(Describe, ShowsAGroupAndAParameter) {
    const std::string pressure = describe_scene(DescribeFormat::text, "solver.pressure");
    EXPECT_EQ(pressure.find("solver.pressure: "), 0u) << pressure;
    EXPECT_NE(pressure.find("default \"dfsph\")\n"), std::string::npos) << pressure;
    for (const char* method : {"solver.pressure: wcsph - ", "solver.pressure: pcisph - ", "solver.pressure: dfsph - "})
        EXPECT_NE(pressure.find(method), std::string::npos) << method;
    const std::string fluids = describe_scene(DescribeFormat::text, "fluids");
    for (const char* inner : {"fluids.shapes: box", "fluids.emitters: disc", "fluids.particles"})
        EXPECT_NE(fluids.find(inner), std::string::npos) << inner;
    EXPECT_EQ(fluids.find("obstacles"), std::string::npos);
    const std::string cell = describe_scene(DescribeFormat::text, "surface.cell");
    EXPECT_NE(cell.find("surface: true_volume"), std::string::npos);
    EXPECT_EQ(cell.find("smallest_drop"), std::string::npos);
}

}  // namespace
}  // namespace lamella
