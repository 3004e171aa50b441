#include "test_meshes.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/signed_distance.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

TEST(MeshDistance, OfASphereMeshIsThatOfTheSphere) {
    const SphereShape shape{{1, 2, 3}, 0.5f};
    const MeshDistance distance(triangulate(shape, 0.02f));
    EXPECT_TRUE(distance.closed());
    EXPECT_EQ(distance.remarks(), "");
    for (int i = 0; i < 500; ++i) {
        const Vec3 p = shape.centre + random_in_cube(1, 0, i);
        EXPECT_NEAR(distance.signed_distance(p), shape.signed_distance(p), 2e-4f);
    }
}

TEST(MeshDistance, OfABoxMeshIsThatOfTheBox) {
    const BoxShape shape{{-1, 0, 2}, {1, 0.25f, 3}};
    const MeshDistance distance(triangulate(shape, 0.5f));
    for (int i = 0; i < 500; ++i) {
        const Vec3 p = Vec3(0, 0, 2.5f) + 1.5f * random_in_cube(2, 0, i);
        EXPECT_NEAR(distance.signed_distance(p), shape.signed_distance(p), 1e-6f);
    }
}

TEST(MeshDistance, AnOpenBaseKeepsItsInside) {
    const TriangleMesh open = test::without_base(test::sphere(Vec3::Zero(), 1.0f, 0.05f), -0.8f);
    const MeshDistance distance(open);
    EXPECT_FALSE(distance.closed());
    EXPECT_NE(distance.remarks().find("the mesh is not closed ("), std::string::npos);
    for (int i = 0; i < 1000; ++i) {
        const Vec3 p = 1.3f * random_in_cube(3, 0, i);
        if (p.y() < -0.6f || std::abs(p.norm() - 1.0f) < 0.02f) continue;
        EXPECT_EQ(distance.signed_distance(p) < 0.0f, p.norm() < 1.0f) << p.transpose();
    }
    EXPECT_GT(distance.signed_distance({0, -1.1f, 0}), 0.0f);  // below the gap
}

TEST(MeshDistance, OverlappingPartsAreTheirUnion) {
    const SphereShape a{{0, 0, 0}, 1.0f};
    const SphereShape b{{0.8f, 0.3f, 0}, 0.9f};
    const MeshDistance distance(test::merged(triangulate(a, 0.05f), triangulate(b, 0.05f)));
    for (int i = 0; i < 1000; ++i) {
        const Vec3 p = 2.0f * random_in_cube(4, 0, i);
        const Real expected = std::min(a.signed_distance(p), b.signed_distance(p));
        if (std::abs(expected) < 0.01f) continue;
        EXPECT_EQ(distance.signed_distance(p) < 0.0f, expected < 0.0f) << p.transpose();
        if (expected > 0.0f) {
            EXPECT_NEAR(distance.signed_distance(p), expected, 2e-3f);
        }
    }
}

TEST(MeshDistance, ACavityIsOutside) {
    const MeshDistance distance(test::merged(test::sphere(), test::flipped(test::sphere(Vec3::Zero(), 0.5f))));
    EXPECT_NEAR(distance.signed_distance({0, 0, 0}), 0.5f, 0.01f);
    EXPECT_NEAR(distance.signed_distance({0, 0.75f, 0}), -0.25f, 0.01f);
}

TEST(MeshDistance, AnInsideOutMeshIsNoticedAndReadReversed) {
    const MeshDistance distance(test::flipped(test::sphere()));
    EXPECT_TRUE(distance.inside_out());
    EXPECT_NE(distance.remarks().find("inside out"), std::string::npos);
    EXPECT_LT(distance.signed_distance({0, 0, 0}), -0.9f);
    EXPECT_GT(distance.signed_distance({0, 2, 0}), 0.9f);
}

TEST(MeshDistance, TrianglesThatTurnOppositeWaysAreMentioned) {
    TriangleMesh mesh = test::sphere();
    std::swap(mesh.triangles[7][0], mesh.triangles[7][1]);
    EXPECT_EQ(MeshDistance(mesh).remarks(),
              "the mesh has 3 edges whose triangles turn opposite ways: its inside is uncertain there");
}

TEST(MeshDistance, ABandCutsTheDistance) {
    const MeshDistance distance(test::sphere());
    EXPECT_EQ(distance.signed_distance({0, 0, 0}, 0.2f), -0.2f);
    EXPECT_EQ(distance.signed_distance({0, 3, 0}, 0.2f), 0.2f);
    EXPECT_EQ(distance.signed_distance({0, 1.1f, 0}, 0.2f), distance.signed_distance({0, 1.1f, 0}));
}

TEST(MeshDistance, EmptyMeshEnclosesNothing) {
    const MeshDistance distance(TriangleMesh{});
    EXPECT_TRUE(std::isinf(distance.signed_distance({0, 0, 0})));
    EXPECT_GT(distance.signed_distance({0, 0, 0}), 0.0f);
    EXPECT_NE(distance.remarks(), "");
}

TEST(MeshDistance, NotFiniteVerticesAreRefusedByName) {
    TriangleMesh mesh = test::tetrahedron();
    mesh.positions[3].x() = std::numeric_limits<Real>::infinity();
    try {
        MeshDistance{mesh};
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()), "vertex 3 of the mesh is (inf, 0, 1); coordinates must be finite");
    }
}

TEST(MeshDistance, SameBitsForAnyThreadCountAndAfterAMove) {
    const TriangleMesh mesh = test::soup(2000, 21);
    std::vector<Real> reference;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        MeshDistance first(mesh);
        const MeshDistance distance = std::move(first);
        std::vector<Real> values(400);
        parallel_for(
            "query", 400, [&](Index i) { values[i] = distance.signed_distance(random_in_cube(9, 0, i)); }, 32);
        if (threads == 1) reference = values;
        EXPECT_EQ(values, reference);
    }
}

}  // namespace
}  // namespace lamella
