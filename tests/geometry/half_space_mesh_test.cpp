#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/geometry/shapes/half_space_mesh.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TriangleMesh cut_cube(const Vec3& point, const Vec3& normal) {
    return half_space_in_box({point, normal}, {Vec3::Zero(), Vec3::Ones()});
}

// The volume by the divergence theorem is right only for a closed mesh whose triangles all look outwards.
TEST(HalfSpaceMesh, ClosesWhatItCutsOff) {
    EXPECT_NEAR(enclosed_volume(cut_cube({0, 0.25f, 0}, Vec3::UnitY())), 0.25, 1e-6);
    EXPECT_NEAR(enclosed_volume(cut_cube({0, 0.25f, 0}, -2.0f * Vec3::UnitY())), 0.75, 1e-6);
    EXPECT_NEAR(enclosed_volume(cut_cube({0.5f, 0.5f, 0.5f}, {1, 1, 1})), 0.5, 1e-6);  // a hexagon
    EXPECT_NEAR(enclosed_volume(cut_cube({1, 0, 0}, {1, 1, 1})), 1.0 / 6.0, 1e-6);     // through three corners
    EXPECT_NEAR(enclosed_volume(cut_cube({0.3f, 0, 0.1f}, {1, 0.2f, -0.7f})),
                1.0 - enclosed_volume(cut_cube({0.3f, 0, 0.1f}, {-1, -0.2f, 0.7f})), 1e-6);
}

TEST(HalfSpaceMesh, IsTheBoxOrNothingWhereTheyDoNotCut) {
    EXPECT_NEAR(enclosed_volume(cut_cube({0, 2, 0}, Vec3::UnitY())), 1.0, 1e-6);
    EXPECT_TRUE(cut_cube({0, -1, 0}, Vec3::UnitY()).empty());
    EXPECT_TRUE(cut_cube({0, 0, 0}, Vec3::UnitY()).empty());  // the box stands on it
}

}  // namespace
}  // namespace lamella
