#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/mesh_file.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

TEST(ForeignObj, polygons_normals_and_negative_indices) {
    const TriangleMesh mesh = parse_mesh("# square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n", "a.obj");
    EXPECT_EQ(mesh.triangles, (std::vector<Vec3i>{{0, 1, 2}, {0, 2, 3}}));
    ReadNotes notes;
    const TriangleMesh sharp = parse_mesh(
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//1\nf 3//2 2//2 1//2\n", "a.obj", &notes);
    EXPECT_FALSE(sharp.attributes.has("N"));
    EXPECT_EQ(notes.size(), 1u);
    EXPECT_THROW(parse_mesh("v 0 0 0\nf 1 2 3\n", "a.obj"), InputError);
    EXPECT_THROW(parse_mesh(std::string("v 0 0 0\0", 8), "a.obj"), InputError);
}

std::string obj_fault(const std::string& text) {
    try {
        parse_mesh(text, "a.obj");
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(ForeignObj, garbage_is_refused_with_its_line) {
    const std::string good = "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
    EXPECT_EQ(obj_fault(good), "");
    EXPECT_EQ(obj_fault("<html>\n" + good), "a.obj: line 1: '<html>' is not a statement of an OBJ file");
    EXPECT_EQ(obj_fault(good + "\n# fine\nvertex 1 2 3\n"),
              "a.obj: line 7: 'vertex' is not a statement of an OBJ file");
    EXPECT_EQ(obj_fault("v 1 two 3\n" + good), "a.obj: line 1: 'two' is not a number");
    EXPECT_EQ(obj_fault("v 1 nan 3\n" + good), "a.obj: line 1: 'nan' is not a number");
    EXPECT_EQ(obj_fault("v 1 1e999 3\n" + good), "a.obj: line 1: '1e999' is not a number");
    EXPECT_EQ(obj_fault("v 1 2\n" + good), "a.obj: line 1: 'v' has 2 values, at least 3 belong to it");
    EXPECT_EQ(obj_fault("v\n" + good), "a.obj: line 1: 'v' has 0 values, at least 3 belong to it");
    for (const char* corner : {"x", "1.5", "1/x/2", "1/2/3/4", "/1", "1/", "//", "99999999999", "2;"})
        EXPECT_NE(obj_fault(good + "f 1 2 " + corner + "\n").find("a.obj: line 5: '" + std::string(corner)),
                  std::string::npos)
            << corner;
    EXPECT_NE(obj_fault(good + "f 1 2\n"), "");
    EXPECT_NE(obj_fault(std::string(100000, 'v')), "");
}

TEST(ForeignObj, statements_without_triangles_comments_and_continued_lines_are_fine) {
    const TriangleMesh mesh = parse_mesh(
        "\xef\xbb\xbf# mark\r\no cube\r\ng side\r\ns off\r\nvt 0.5\r\nv 0 0 \\\r\n0\r\nv 1 0 0 1.0 # w\r\n"
        "v 1 1 0\r\nl 1 2\r\np 1\r\nf 1/1 2/1 \\\r\n 3/1",
        "a.obj");
    EXPECT_EQ(mesh.triangles, (std::vector<Vec3i>{{0, 1, 2}}));
    EXPECT_EQ(obj_fault("v 0 0 \\\n0\nnonsense\n"), "a.obj: line 3: 'nonsense' is not a statement of an OBJ file");
}

TEST(ForeignObj, opens_no_material_file) {
    EXPECT_EQ(
        parse_mesh("mtllib /etc/passwd\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl a\nf 1 2 3\n", "a.obj").triangle_count(), 1);
}

TEST(ForeignObj, a_polygon_of_many_corners_is_whole_or_refused) {
    std::string text, face = "f";
    for (int k = 1; k <= 300; ++k) text += fmt::format("v {} {} 0\n", k, k * k), face += fmt::format(" {}", k);
    EXPECT_THROW(parse_mesh(text + face + "\n", "a.obj"), InputError);
}

TEST(ForeignPly, faces_are_checked) {
    const auto file = [](const std::string& face) {
        return "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
               "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n" +
               face + "\n";
    };
    EXPECT_EQ(parse_mesh(file("4 0 1 2 3"), "a.ply").triangle_count(), 2);
    for (const char* bad : {"3 0 1 4", "3 0 1 -1", "2 0 1", "-3 0 1 2", "1e9 1", "3 0 1"})
        EXPECT_THROW(parse_mesh(file(bad), "a.ply"), InputError) << bad;
}

const std::string kText =
    "solid two\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n"
    "facet normal 0 0 1\nouter loop\nvertex 0 0 -0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid two\n";

std::string binary_stl() {
    std::string out(80, 's');
    append_number<std::uint32_t>(out, 2, std::endian::little);
    for (const auto& t : {std::array<float, 9>{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}}) {
        out.append(12, '\0');
        for (const float x : t) append_number(out, x, std::endian::little);
        out.append(2, '\0');
    }
    return out;
}

TEST(Stl, text_and_binary_are_welded) {
    for (const std::string& file : {kText, binary_stl()}) {
        const TriangleMesh mesh = parse_mesh(file, "a.stl");
        EXPECT_EQ(mesh.vertex_count(), 4);
        EXPECT_EQ(mesh.triangles, (std::vector<Vec3i>{{0, 1, 2}, {0, 2, 3}}));
    }
}

TEST(Stl, survives_a_cut_at_every_byte) {
    for (const std::string& file : {kText, binary_stl()})
        for (std::size_t size = 0; size < file.size(); ++size) {
            try {
                EXPECT_LE(parse_mesh(file.substr(0, size), "cut.stl").triangle_count(), 2);
            } catch (const InputError&) {
            }
        }
}

std::string gltf(const std::string& node, const std::string& uri, int count = 3) {
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{},{{"mesh":0}}],)"
        R"("meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],)"
        R"("buffers":[{{"byteLength":39,"uri":"{}"}}],"bufferViews":[{{"buffer":0,"byteLength":36}},)"
        R"({{"buffer":0,"byteOffset":36,"byteLength":3}}],"accessors":[{{"bufferView":0,"componentType":5126,)"
        R"("count":{},"type":"VEC3"}},{{"bufferView":1,"componentType":5121,"count":3,"type":"SCALAR"}}]}})",
        node, uri, count);
}

std::string data_uri() {
    std::string bytes, text = "data:application/octet-stream;base64,";
    for (const float x : {0, 0, 0, 1, 0, 0, 0, 1, 0}) append_number(bytes, x, std::endian::little);
    append_base64(text, bytes + std::string("\0\1\2", 3));
    return text;
}

TEST(Gltf, node_transforms_are_merged) {
    const TriangleMesh mesh =
        parse_mesh(gltf(R"({"children":[1],"translation":[0,0,5],"scale":[2,2,-2]})", data_uri()), "a.gltf");
    EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{0, 0, 5}, {2, 0, 5}, {0, 2, 5}}));
    EXPECT_EQ(mesh.triangles, (std::vector<Vec3i>{{0, 2, 1}}));  // mirrored
}

TEST(Gltf, hostile_files_are_refused) {
    EXPECT_THROW(parse_mesh(gltf(R"({"children":[0]})", data_uri()), "a.gltf"), InputError);
    EXPECT_THROW(parse_mesh(gltf(R"({"mesh":7})", data_uri()), "a.gltf"), InputError);
    EXPECT_THROW(parse_mesh(gltf(R"({"mesh":0})", data_uri(), 1000000000), "a.gltf"), InputError);
    EXPECT_THROW(parse_mesh(gltf(R"({"mesh":0})", "../../etc/passwd"), "a.gltf"), InputError);
    EXPECT_THROW(parse_mesh(gltf(R"({"mesh":0})", "/etc/passwd"), "a.gltf"), InputError);
    EXPECT_THROW(parse_mesh("{\"asset\":" + std::string(100000, '['), "a.gltf"), InputError);
    EXPECT_THROW(parse_mesh("glTF", "a.glb"), InputError);
    EXPECT_THROW(parse_mesh("", "a.gltf"), InputError);
}

TEST(Gltf, survives_a_cut_at_every_byte) {
    const std::string whole = gltf(R"({"mesh":0})", data_uri());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_THROW(parse_mesh(whole.substr(0, size), "cut.gltf"), InputError) << size;
}

}  // namespace
}  // namespace lamella
