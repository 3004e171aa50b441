// Small files that once took minutes or gigabytes: what is read is bounded by the size of the file.
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>

namespace lamella {
namespace {

void append(std::string& bytes, const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

TEST(SmallFiles, AStlOnTheDiagonalIsWeldedInLinearTime) {
    constexpr std::uint32_t kTriangles = 60'000;
    std::string bytes(80, ' ');
    append(bytes, kTriangles);
    for (std::uint32_t k = 0; k < kTriangles; ++k) {
        bytes.append(12, '\0');
        for (std::uint32_t c = 0; c < 3; ++c)
            for (int axis = 0; axis < 3; ++axis) append(bytes, static_cast<float>(3 * k + c) * 0.37f);
        bytes.append(2, '\0');
    }
    EXPECT_EQ(parse_mesh(bytes, "diagonal.stl").vertex_count(), 3 * kTriangles);
}

TEST(SmallFiles, AnObjOfContinuedLinesIsReadInLinearTime) {
    std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl";
    for (int k = 0; k < 200'000; ++k) text += " \\\n";
    text += " 1 2\n";
    EXPECT_EQ(parse_mesh(text, "continued.obj").triangle_count(), 1);
}

// Every array is whole and right, but they are the same bytes.
TEST(SmallFiles, AVtuDoesNotNameItsBytesAgainAndAgain) {
    constexpr std::uint32_t kPoints = 1000;
    const auto file = [&](int arrays) {
        std::string text = fmt::format(
            R"(<VTKFile type="UnstructuredGrid" byte_order="LittleEndian"><UnstructuredGrid><Piece NumberOfPoints="{}" )"
            R"(NumberOfCells="0"><Points><DataArray type="Float32" NumberOfComponents="3" format="appended" offset="0"/>)"
            R"(</Points><PointData>)",
            kPoints);
        for (int k = 0; k < arrays; ++k)
            text += fmt::format(R"(<DataArray type="Float32" Name="a{}" NumberOfComponents="3" format="appended" )"
                                R"(offset="0"/>)",
                                k);
        text += R"(</PointData></Piece></UnstructuredGrid><AppendedData encoding="raw">_)";
        append(text, 12 * kPoints);
        return text.append(12 * kPoints, '\0') + "</AppendedData></VTKFile>";
    };
    EXPECT_EQ(parse_particles(file(0), "one.vtu").size(), static_cast<Index>(kPoints));
    EXPECT_THROW(parse_particles(file(20'000), "many.vtu"), InputError);
}

TEST(SmallFiles, AGltfDoesNotNameItsVerticesAgainAndAgain) {
    const auto file = [](int primitives) {
        std::string list;
        for (int k = 0; k < primitives; ++k)
            list += std::string(k > 0 ? "," : "") + R"({"attributes": {"POSITION": 0}})";
        return fmt::format(R"({{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": [0]}}], "nodes": [{{"mesh": 0}}],
            "meshes": [{{"primitives": [{}]}}],
            "buffers": [{{"byteLength": 12000, "uri": "data:application/octet-stream;base64,{}"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 12000}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 1000, "type": "VEC3"}}]}})",
                           list, std::string(16'000, 'A'));
    };
    EXPECT_EQ(parse_mesh(file(10), "ten.gltf").vertex_count(), 10'000);
    EXPECT_THROW(parse_mesh(file(30'000), "many.gltf"), InputError);
}

}  // namespace
}  // namespace lamella
