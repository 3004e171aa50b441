#include "crack_block.hpp"

#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/solid/fracture/fragment_meshes.hpp>
#include <lamella/solid/fracture/fragments.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

using testing::Block;

// A square of a given half width, without a front.
void add_square(CrackSheets& sheets, const Vec3d& at, const Vec3d& normal, double half = 40.0) {
    const Vec3d x = half * cross(normal, Vec3d(0.31, -0.52, 0.8)).normalized();
    const Vec3d y = cross(normal, x);
    const std::vector<Vec3d> corners{at - x - y, at + x - y, at + x + y, at - x + y};
    sheets.add_sheet(corners, std::vector<Vec3i>{{0, 1, 2}, {0, 2, 3}});
}

struct Broken {
    explicit Broken(const Vec3i& counts)
        : block(counts), body(block.body()), pairs(block.transparency()), fragments(block.places.size()) {}
    void cut(const Vec3d& at, const Vec3d& normal) {
        add_square(sheets, at, normal.normalized());
        pairs.update(sheets);
        fragments.update(pairs);
    }
    std::vector<FragmentMesh> meshes(double cell, const FaceRoughness& roughness = {}) const {
        const FragmentField field(pairs.cells(), fragments.names(), sheets, body);
        return fragment_meshes(field, {Vec3::Zero(), block.size}, cell, roughness);
    }
    Block block;
    RestBody body;
    CrackSheets sheets;
    PairTransparency pairs;
    Fragments fragments;
};

TEST(Fragments, KeepTheirNames) {
    Broken b({12, 5, 5});
    EXPECT_EQ(b.fragments.count(), 1);
    b.cut(Vec3d(4.01, 0, 0), Vec3d::UnitX());
    EXPECT_EQ(b.fragments.count(), 2);
    const auto at = [&](Index x) { return b.fragments.of(x); };  // of the first row
    EXPECT_EQ(at(11), 0);                                        // the larger one keeps the name
    EXPECT_EQ(at(0), 1);
    b.cut(Vec3d(2.01, 0, 0), Vec3d::UnitX());
    EXPECT_EQ(at(11), 0);
    EXPECT_EQ(std::min(at(0), at(3)), 1);
    EXPECT_EQ(std::max(at(0), at(3)), 2);
    b.cut(Vec3d(10.01, 0, 0), Vec3d::UnitX());
    EXPECT_EQ(at(5), 0);
    EXPECT_EQ(at(11), 3);
    const std::vector<Index> before(b.fragments.names().begin(), b.fragments.names().end());
    b.fragments.update(b.pairs);
    EXPECT_EQ(before, std::vector<Index>(b.fragments.names().begin(), b.fragments.names().end()));
}

TEST(FragmentMeshes, AreClosedAndFillTheSolid) {
    Broken b({9, 8, 7});
    b.cut(Vec3d(4.3, 4.1, 3.4), Vec3d(1, 0.3, 0.2));
    b.cut(Vec3d(4.4, 4.2, 3.3), Vec3d(-0.3, 1, 0.1));
    b.cut(Vec3d(4.5, 3.8, 3.6), Vec3d(0.2, -0.4, 1));
    ASSERT_EQ(b.fragments.count(), 8);
    const auto meshes = b.meshes(0.5);
    ASSERT_EQ(meshes.size(), 8u);
    std::vector<double> particles(8, 0.0);
    for (Index i = 0; i < b.block.places.size(); ++i) particles[b.fragments.of(i)] += 1.0;
    double volume = 0.0;
    for (const FragmentMesh& one : meshes) {
        const MeshReport report = check_mesh(one.mesh);
        EXPECT_TRUE(report.closed()) << one.fragment;
        EXPECT_TRUE(report.manifold()) << one.fragment;
        EXPECT_TRUE(report.oriented()) << one.fragment;
        EXPECT_GT(report.volume, 0.0);
        volume += report.volume;
    }
    EXPECT_NEAR(volume, 9.0 * 8.0 * 7.0, 0.005 * volume);
}

// Bumps on the face between both halves, which both have; nothing leaves the skin.
TEST(FragmentMeshes, RoughFacesFit) {
    Broken b({9, 8, 7});
    b.cut(Vec3d(4.3, 4.1, 3.4), Vec3d::UnitX());
    const auto smooth = b.meshes(0.5), rough = b.meshes(0.5, {0.4, 3.0});
    ASSERT_EQ(rough.size(), 2u);
    double volume = 0.0, least = 9.0, most = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
        const TriangleMesh &mesh = rough[k].mesh, &flat = smooth[k].mesh;
        const MeshReport report = check_mesh(mesh);
        EXPECT_TRUE(report.closed() && report.manifold() && report.oriented());
        volume += report.volume;
        const auto& inside = mesh.attributes.get<ScalarColumn>("inside");
        ASSERT_EQ(mesh.vertex_count(), flat.vertex_count());
        for (Index v = 0; v < mesh.vertex_count(); ++v) {
            const Vec3 p = mesh.positions[v];
            if (inside[v] == 0.0f) {
                EXPECT_EQ(p, flat.positions[v]);
            }
            EXPECT_NEAR(b.body.at(p.cast<double>()), b.body.at(flat.positions[v].cast<double>()),
                        inside[v] > 0.99f ? 0.7 : 1e-4);
            if (inside[v] < 0.99f) continue;
            least = std::min<double>(least, p.x());
            most = std::max<double>(most, p.x());
        }
    }
    EXPECT_NEAR(volume, 9.0 * 8.0 * 7.0, 0.005 * volume);
    EXPECT_GT(most - least, 0.3);  // of 1.2 at most
    EXPECT_LT(most - least, 1.2);
}

// Labels without any order: every particle is a fragment of its own, or one of three that touch along edges everywhere.
TEST(FragmentMeshes, EveryFragmentHasAMeshWhoseEdgesHaveTwoTriangles) {
    Broken b({6, 5, 5});
    for (const Index names : {3, 150}) {
        std::vector<Index> labels;
        for (Index i = 0; i < b.block.places.size(); ++i) {
            const double random = 0.5 + 0.5 * random_in_cube(7, 0, static_cast<std::uint64_t>(i)).x();
            labels.push_back(names == 150 ? i : std::min<Index>(static_cast<Index>(3.0 * random), 2));
        }
        const FragmentField field(b.pairs.cells(), labels, b.sheets, b.body);
        for (const double cell : {0.5, 1.1}) {
            const auto meshes = fragment_meshes(field, {Vec3::Zero(), b.block.size}, cell);
            if (cell < 1.0) {
                EXPECT_EQ(meshes.size(), static_cast<std::size_t>(names));
            }
            for (const FragmentMesh& one : meshes) {
                const MeshReport report = check_mesh(one.mesh);
                EXPECT_TRUE(report.closed() && report.manifold()) << one.fragment;
            }
        }
    }
}

// One particle, which the others outvote.
TEST(FragmentMeshes, ACrumbHasAMesh) {
    Broken b({6, 5, 5});
    std::vector<Index> labels(static_cast<std::size_t>(b.block.places.size()), 0);
    labels[static_cast<std::size_t>(2 + 6 * (2 + 5 * 2))] = 1;
    const FragmentField field(b.pairs.cells(), labels, b.sheets, b.body);
    const auto meshes = fragment_meshes(field, {Vec3::Zero(), b.block.size}, 0.9);
    ASSERT_EQ(meshes.size(), 2u);
    EXPECT_TRUE(check_mesh(meshes[1].mesh).closed());
    EXPECT_GT(check_mesh(meshes[1].mesh).volume, 0.0);
}

TEST(FragmentMeshes, HaveSharpEdgesAndKnowTheInside) {
    Broken b({8, 6, 6});
    const double at = 4.2;
    b.cut(Vec3d(at, 3, 3), Vec3d::UnitX());
    const auto meshes = b.meshes(0.5);
    ASSERT_EQ(meshes.size(), 2u);
    for (const FragmentMesh& one : meshes) {
        double corner = 1e9;
        const auto& inside = one.mesh.attributes.get<ScalarColumn>("inside");
        for (Index v = 0; v < one.mesh.vertex_count(); ++v) {
            const Vec3 p = one.mesh.positions[v];
            corner = std::min<double>(corner, (p - Vec3(static_cast<Real>(at), 6, 6)).norm());
            const bool rim = std::min({p.y(), p.z(), 6 - p.y(), 6 - p.z()}) < 0.6f;
            if (rim) continue;
            EXPECT_EQ(inside[v], std::abs(p.x() - at) < 0.02 ? 1.0f : 0.0f) << p.transpose();
        }
        EXPECT_LT(corner, 0.1);
    }
}

TEST(FragmentMeshes, OfAWholeSolidIsItsSkin) {
    Broken b({6, 6, 6});
    const RestBody block = b.body;
    b.body.distance = [](const Vec3& p) { return (p - Vec3(3, 3, 3)).norm() - 2.8f; };
    const auto meshes = b.meshes(0.4);
    ASSERT_EQ(meshes.size(), 1u);
    const MeshReport report = check_mesh(meshes[0].mesh);
    EXPECT_TRUE(report.closed() && report.manifold());
    EXPECT_NEAR(report.volume, 4.0 / 3.0 * 3.14159265 * 2.8 * 2.8 * 2.8, 0.01 * report.volume);
}

}  // namespace
}  // namespace lamella
