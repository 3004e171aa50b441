#include "samples.hpp"

#include <lamella/io/up_axis.hpp>

namespace lamella {
namespace {

TEST(UpAxis, z_becomes_y_and_comes_back) {
    ParticleSet set = test::sample_particles(3);
    const ParticleSet before = set;
    set.origin = Vec3d(1, 2, 3);
    z_up_to_y_up(set);
    EXPECT_EQ(set.origin, Vec3d(1, 3, -2));
    const Vec3 p = before.positions()[1];
    EXPECT_EQ(set.positions()[1], Vec3(p.x(), p.z(), -p.y()));
    y_up_to_z_up(set);
    test::expect_same_columns(before, set);

    TriangleMesh mesh = test::sample_mesh();
    z_up_to_y_up(mesh);
    EXPECT_EQ(mesh.positions[3], Vec3(0, 1, 0));
    EXPECT_EQ(mesh.attributes.get<Vec3Column>("N")[3], Vec3(0, 1, 0));
    y_up_to_z_up(mesh);
    EXPECT_EQ(mesh.positions, test::sample_mesh().positions);
}

}  // namespace
}  // namespace lamella
