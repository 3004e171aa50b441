#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/moving_meshes.hpp>

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

namespace lamella {
namespace {

RigidTransform turned(double degrees, const Vec3& shift) {
    const auto angle = static_cast<Real>(degrees * 3.14159265358979 / 180.0);
    return {Eigen::AngleAxisf(angle, Vec3(1, 2, 2) / 3.0f).toRotationMatrix(), shift};
}

// Two bodies, one of which turns by more than half a turn.
MovingMeshes sample_bodies() {
    MovingMeshes bodies{25.0, {3, 4, 6}, {}};
    TriangleMesh mesh = test::sample_mesh();
    for (Vec3& p : mesh.positions) p += Vec3(5, 0, 1);
    for (const char* name : {"crate \"1\"", "crate '1'"})
        bodies.meshes.push_back(
            {name, mesh, {turned(0, Vec3::Zero()), turned(170, {1, 2, 3}), turned(200, {0, -1, 0.5f})}});
    return bodies;
}

// The mesh about its pivot, turned and shifted by the numbers of a frame, lies where the pose has it.
void expect_in_place(const MovingMesh& moving, const PivotedMesh& found, const Mat3& up) {
    for (std::size_t k = 0; k < moving.poses.size(); ++k) {
        const auto& [x, y, z, w] = found.orients[k];
        const Mat3d turn = Eigen::Quaterniond(w, x, y, z).toRotationMatrix();
        for (std::size_t i = 0; i < moving.mesh.positions.size(); ++i) {
            const Vec3d placed = turn * found.mesh.positions[i].cast<double>() + found.translations[k];
            const Vec3 expected = up * moving.poses[k].apply(moving.mesh.positions[i]);
            EXPECT_LT((placed.cast<Real>() - expected).norm(), 1e-5f);
        }
    }
}

TEST(MovingMeshes, lie_where_their_poses_have_them) {
    const MovingMesh moving = sample_bodies().meshes[0];
    Mat3 z_up;
    z_up << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    expect_in_place(moving, pivoted(moving, UpAxis::y), Mat3::Identity());
    expect_in_place(moving, pivoted(moving, UpAxis::z), z_up);
}

// A quaternion and its opposite are one turn; between frames the shorter way is meant.
TEST(MovingMeshes, turn_the_shorter_way_between_frames) {
    const PivotedMesh found = pivoted(sample_bodies().meshes[0], UpAxis::y);
    for (std::size_t k = 0; k + 1 < found.orients.size(); ++k) {
        double product = 0.0;
        for (std::size_t c = 0; c < 4; ++c) product += found.orients[k][c] * found.orients[k + 1][c];
        EXPECT_GE(product, 0.0);
    }
}

TEST(MovingMeshes, are_usd_transforms_with_time_samples) {
    const test::TemporaryFolder folder;
    write_moving_meshes(folder / "a.usda", sample_bodies(), {"0.1.0", "abc", "def"});
    const std::string text = read_file(folder / "a.usda");
    EXPECT_TRUE(text.starts_with("#usda 1.0\n"));
    for (const char* part :
         {"defaultPrim = \"bodies\"", "startTimeCode = 3", "endTimeCode = 6", "timeCodesPerSecond = 25",
          "def Xform \"bodies\"", "def Mesh \"crate__1_\"", "def Mesh \"crate__1__2\"",
          "int[] faceVertexIndices = [0, 2, 1,", "double3 xformOp:translate.timeSamples = {\n            3: (",
          "quatf xformOp:orient.timeSamples = {\n            3: (1, 0, 0, 0),",
          "uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]", "lamella 0.1.0 git abc"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
    EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
}

TEST(MovingMeshes, are_gltf_nodes_with_an_animation) {
    const test::TemporaryFolder folder;
    write_moving_meshes(folder / "a.gltf", sample_bodies(), {});
    const auto file = nlohmann::json::parse(read_file(folder / "a.gltf"));
    ASSERT_EQ(file.at("nodes").size(), 2u);
    EXPECT_EQ(file.at("nodes")[0].at("name"), "crate \"1\"");
    const auto& animation = file.at("animations").at(0);
    EXPECT_EQ(animation.at("channels").size(), 4u);
    const auto& times = file.at("accessors").at(animation.at("samplers")[0].at("input").get<std::size_t>());
    EXPECT_EQ(times.at("count"), 3);
    EXPECT_NEAR(times.at("min")[0].get<double>(), 2.0 / 25, 1e-7);
    EXPECT_NEAR(times.at("max")[0].get<double>(), 5.0 / 25, 1e-7);
}

// Read by the library that reads glTF files of others: the meshes at the first frame, and the motion of a node.
TEST(MovingMeshes, come_back_as_gltf) {
    const test::TemporaryFolder folder;
    const MovingMeshes bodies = sample_bodies();
    for (const char* name : {"a.glb", "b.gltf"}) {
        write_moving_meshes(folder / name, bodies, {});
        const TriangleMesh all = read_mesh(folder / name);
        ASSERT_EQ(all.positions.size(), 2 * bodies.meshes[0].mesh.positions.size());
        for (std::size_t i = 0; i < bodies.meshes[0].mesh.positions.size(); ++i)
            EXPECT_LT((all.positions[i] - bodies.meshes[0].mesh.positions[i]).norm(), 1e-5f);
    }
}

TEST(MovingMeshes, refuse_other_formats) {
    const test::TemporaryFolder folder;
    EXPECT_THROW(write_moving_meshes(folder / "a.obj", sample_bodies(), {}), InputError);
    EXPECT_THROW(write_moving_meshes(folder / "a.glb", sample_bodies(), {}, UpAxis::z), InputError);
    EXPECT_THROW(write_moving_meshes("/nonexistent/a.usda", sample_bodies(), {}), RunError);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(MovingMeshes, of_which_there_are_none_are_a_file_without_nodes) {
    const test::TemporaryFolder folder;
    for (const char* name : {"a.glb", "a.gltf", "a.usda"}) write_moving_meshes(folder / name, {}, {});
    EXPECT_FALSE(nlohmann::json::parse(read_file(folder / "a.gltf")).contains("nodes"));
}

}  // namespace
}  // namespace lamella
