#include <lamella/core/atomic_file.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/pipeline/setup/wall_thickness.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

namespace lamella {
namespace {

namespace fs = std::filesystem;

// Two boxes, the inner one inside out: walls of 16 mm.
std::string hollow_box() {
    std::string text;
    Index first = 1;
    const auto add = [&](const TriangleMesh& mesh, bool reversed) {
        for (const Vec3& p : mesh.positions) text += fmt::format("v {} {} {}\n", p.x(), p.y(), p.z());
        for (const Vec3i& t : mesh.triangles)
            text +=
                fmt::format("f {} {} {}\n", first + t.x(), first + t[reversed ? 2 : 1], first + t[reversed ? 1 : 2]);
        first += mesh.vertex_count();
    };
    add(triangulate(BoxShape{Vec3::Constant(-0.216f), Vec3::Constant(0.216f)}, 0.1f), false);
    add(triangulate(BoxShape{Vec3::Constant(-0.2f), Vec3::Constant(0.2f)}, 0.1f), true);
    return text;
}

TEST(WallThickness, IsThatOfTheThinnestWalls) {
    Assets assets;
    const Vec3d origin = Vec3d::Zero();
    const auto thickness = [&](const Shape& shape, bool inverted = false) {
        return wall_thickness(shape, inverted, origin, assets, 0.1f);
    };
    EXPECT_FLOAT_EQ(thickness(BoxShape{Vec3(0, 0, 0), Vec3(1, 0.02f, 1)}), 0.02f);
    EXPECT_FLOAT_EQ(thickness(BoxShape{}), 0.1f);  // no more than what was asked for
    EXPECT_FLOAT_EQ(thickness(BoxShape{Vec3(0, 0, 0), Vec3(1, 0.02f, 1)}, true), 0.1f);
    EXPECT_FLOAT_EQ(thickness(SphereShape{Vec3::Zero(), 0.03f}), 0.06f);
    EXPECT_FLOAT_EQ(thickness(HalfSpaceShape{}), 0.1f);

    const fs::path file = fs::temp_directory_path() / fmt::format("lamella_wall_thickness_{}.obj", getpid());
    write_file(file, hollow_box());
    MeshShape mesh;
    mesh.file = InputFile(file.string());
    mesh.file.path = file;
    EXPECT_NEAR(thickness(mesh), 0.016f, 1e-4f);
    EXPECT_FLOAT_EQ(thickness(mesh, true), 0.1f);
    mesh.scale = 0.5f;
    EXPECT_NEAR(thickness(mesh), 0.008f, 1e-4f);
    fs::remove(file);
}

}  // namespace
}  // namespace lamella
