#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>

#include <nlohmann/json.hpp>

namespace lamella {
namespace {

using test::sample_mesh;

class MeshFile : public testing::TestWithParam<std::string> {
protected:
    std::filesystem::path file(const std::string& name = "a") const { return folder_ / (name + GetParam()); }
    test::TemporaryFolder folder_;
};

// With colours, texture coordinates and normals of length one.
TriangleMesh coloured_mesh() {
    TriangleMesh mesh = sample_mesh();
    auto& colour = mesh.attributes.add<Vec3Column>("Cd");
    auto& uv = mesh.attributes.add<Vec3Column>("uv");
    for (Index i = 0; i < 4; ++i) {
        colour.set(i, Vec3(51, 102, static_cast<Real>(i)) / 255.0f);
        uv.set(i, {0.25f * static_cast<Real>(i), 0.5f, 0});
        mesh.attributes.get<Vec3Column>("N").set(i, Vec3::Unit(i % 3));
    }
    return mesh;
}

TEST_P(MeshFile, keeps_vertices_triangles_and_attributes) {
    TriangleMesh mesh = coloured_mesh();
    write_mesh(file(), mesh, {"0.1.0", "abc", "def"});
    const TriangleMesh found = read_mesh(file());
    EXPECT_EQ(found.positions, mesh.positions);
    EXPECT_EQ(found.triangles, mesh.triangles);
    for (const std::string& name : columns_left_out(file(), mesh.attributes)) mesh.attributes.remove(name);
    EXPECT_EQ(mesh.attributes.columns().size(), GetParam() == ".obj" ? 3u : 5u);
    test::expect_same_columns(mesh.attributes, found.attributes);
}

TEST_P(MeshFile, keeps_an_empty_mesh) {
    write_mesh(file(), TriangleMesh{});
    const TriangleMesh found = read_mesh(file());
    EXPECT_EQ(found.vertex_count(), 0);
    EXPECT_EQ(found.triangle_count(), 0);
}

TEST_P(MeshFile, survives_a_cut_at_every_byte) {
    write_mesh(file(), sample_mesh());
    const std::string whole = read_file(file());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        try {
            EXPECT_LE(parse_mesh(whole.substr(0, size), file("cut")).triangle_count(), 4);
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("cut"), std::string::npos) << error.what();
        }
    }
}

// What the specification of glTF 2.0 demands of the file, read byte by byte.
TEST(GltfWriter, lays_out_a_glb) {
    const test::TemporaryFolder folder;
    write_mesh(folder / "a.glb", coloured_mesh(), {"0.1.0", "abc", "def"});
    const std::string bytes = read_file(folder / "a.glb");
    const auto number = [&](std::size_t at) {
        return load_number<std::uint32_t>(bytes.data() + at, std::endian::little);
    };
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(number(4), 2u);
    EXPECT_EQ(number(8), bytes.size());
    EXPECT_EQ(number(12) % 4, 0u);
    EXPECT_EQ(bytes.substr(16, 4), "JSON");
    const auto json = nlohmann::json::parse(bytes.substr(20, number(12)));
    EXPECT_EQ(json["asset"]["version"], "2.0");
    EXPECT_EQ(json["asset"]["generator"], "lamella 0.1.0 git abc scene def");
    const std::size_t binary = 20 + number(12);
    EXPECT_EQ(bytes.substr(binary + 4, 4), std::string("BIN\0", 4));
    EXPECT_EQ(number(binary), json["buffers"][0]["byteLength"]);
    EXPECT_EQ(binary + 8 + number(binary), bytes.size());
    const auto& primitive = json["meshes"][0]["primitives"][0];
    const auto& position = json["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()];
    EXPECT_EQ(position["min"], (std::vector<float>{0, 0, 0}));
    EXPECT_EQ(position["max"], (std::vector<float>{1, 1.0f / 3, 1}));
    for (const char* name : {"NORMAL", "COLOR_0", "TEXCOORD_0", "_v", "_thickness"})
        EXPECT_TRUE(primitive["attributes"].contains(name)) << name;
    const auto& texture = json["accessors"][primitive["attributes"]["TEXCOORD_0"].get<std::size_t>()];
    EXPECT_EQ(texture["type"], "VEC2");
    EXPECT_EQ(texture["componentType"], 5126);
    EXPECT_EQ(json["accessors"][primitive["indices"].get<std::size_t>()]["count"], 12);
}

TEST(GltfWriter, has_y_up) {
    const test::TemporaryFolder folder;
    EXPECT_THROW(write_mesh(folder / "a.glb", sample_mesh(), {}, UpAxis::z), InputError);
    EXPECT_FALSE(std::filesystem::exists(folder / "a.glb"));
}

INSTANTIATE_TEST_SUITE_P(formats, MeshFile, testing::Values(".obj", ".ply", ".vtk", ".gltf", ".glb"),
                         [](const auto& format) { return std::string(format.param).substr(1); });

}  // namespace
}  // namespace lamella
