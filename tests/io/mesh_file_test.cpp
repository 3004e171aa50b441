#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>

namespace lamella {
namespace {

using test::sample_mesh;

class MeshFile : public testing::TestWithParam<std::string> {
protected:
    std::filesystem::path file(const std::string& name = "a") const { return folder_ / (name + GetParam()); }
    test::TemporaryFolder folder_;
};

TEST_P(MeshFile, keeps_vertices_triangles_and_attributes) {
    TriangleMesh mesh = sample_mesh();
    write_mesh(file(), mesh, {"0.1.0", "abc", "def"});
    const TriangleMesh found = read_mesh(file());
    EXPECT_EQ(found.positions, mesh.positions);
    EXPECT_EQ(found.triangles, mesh.triangles);
    if (GetParam() == ".obj") mesh.attributes.remove("v"), mesh.attributes.remove("thickness");
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

INSTANTIATE_TEST_SUITE_P(formats, MeshFile, testing::Values(".obj", ".ply", ".vtk"),
                         [](const auto& format) { return std::string(format.param).substr(1); });

}  // namespace
}  // namespace lamella
