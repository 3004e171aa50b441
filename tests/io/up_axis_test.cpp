#include "samples.hpp"

#include <lamella/io/up_axis.hpp>

#include <Eigen/Geometry>

namespace lamella {
namespace {

TEST(UpAxis, z_becomes_y_and_comes_back) {
    ParticleSet set = test::sample_particles(3);
    set.remove("orient");  // turned with rounding: below
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

TEST(UpAxis, tetrahedra_and_strands_turn) {
    TetMesh tets = test::sample_tets();
    z_up_to_y_up(tets);
    EXPECT_EQ(tets.positions[3], Vec3(0, 1, 0));
    EXPECT_EQ(tets.nodes.get<Vec3Column>("v")[1], Vec3(0.1f, 0.1f, -0.1f));
    y_up_to_z_up(tets);
    EXPECT_EQ(tets.positions, test::sample_tets().positions);

    Strands strands = test::sample_strands();
    const Vec3 p = strands.positions()[4];
    z_up_to_y_up(strands);
    EXPECT_EQ(strands.positions()[4], Vec3(p.x(), p.z(), -p.y()));
    y_up_to_z_up(strands);
    EXPECT_EQ(strands.positions()[4], p);
}

TEST(UpAxis, ellipsoids_turn_with_their_places) {
    ParticleSet set = particles_from_points(std::vector<Vec3>{Vec3(1, 2, 3)});
    const Eigen::Quaternionf before = Eigen::Quaternionf(0.5f, 0.1f, -0.7f, 0.3f).normalized();
    set.add<Vec4Column>("orient").set(0, before.coeffs());
    const Vec3 along_first = before * Vec3::UnitX();
    z_up_to_y_up(set);
    const Vec3 turned = Eigen::Quaternionf(set.get<Vec4Column>("orient")[0]) * Vec3::UnitX();
    EXPECT_LT((turned - Vec3(along_first.x(), along_first.z(), -along_first.y())).norm(), 1e-6f);
    y_up_to_z_up(set);
    EXPECT_LT((set.get<Vec4Column>("orient")[0] - before.coeffs()).norm(), 1e-6f);
}

}  // namespace
}  // namespace lamella
