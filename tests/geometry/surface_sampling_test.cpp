#include "test_meshes.hpp"

#include <lamella/core/error.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/surface_sampling.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

namespace lamella {
namespace {

double nearest_distance(const std::vector<Vec3>& points, const Vec3& p) {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (const Vec3& q : points) {
        if (&q != &p) nearest = std::min(nearest, (q - p).squaredNorm());
    }
    return std::sqrt(nearest);
}

// In spacings: the least distance of two samples, and the largest of a place of the surface to a sample.
struct Spread {
    double closest = 1e9;
    double gap = 0.0;
};

Spread spread(const std::vector<Vec3>& samples, const TriangleMesh& surface, double spacing) {
    Spread s;
    for (const Vec3& p : samples) s.closest = std::min(s.closest, nearest_distance(samples, p) / spacing);
    for (const Vec3& p : surface.positions) s.gap = std::max(s.gap, nearest_distance(samples, p) / spacing);
    return s;
}

template <class Shape>
void expect_even(const Shape& shape, Real edge, Real spacing) {
    const TriangleMesh mesh = triangulate(shape, edge);
    const auto samples = sample_surface(mesh, spacing, 1);
    const Spread s = spread(samples, triangulate(shape, 0.25f * spacing), spacing);
    EXPECT_GE(s.closest, 0.789);
    EXPECT_LE(s.gap, 1.0);
    const double expected = check_mesh(mesh).area / (spacing * spacing);
    EXPECT_NEAR(static_cast<double>(samples.size()) / expected, 1.0, 0.08);
    for (const Vec3& p : samples) EXPECT_NEAR(shape.signed_distance(p), 0.0f, 0.1f * edge);
    ::testing::Test::RecordProperty("samples", std::to_string(samples.size()));
    ::testing::Test::RecordProperty("closest_pair_spacings", std::to_string(s.closest));
    ::testing::Test::RecordProperty("largest_gap_spacings", std::to_string(s.gap));
}

TEST(SampleSurface, IsEvenOnTrianglesSmallerThanTheSpacing) { expect_even(SphereShape{}, 0.03f, 0.1f); }

TEST(SampleSurface, IsEvenOnTrianglesLargerThanTheSpacing) { expect_even(BoxShape{}, 1.0f, 0.05f); }

TEST(SampleSurface, IsEvenOnACylinder) { expect_even(CylinderShape{{0, 0, 0}, {1, 1, 0}, 0.3f}, 0.05f, 0.06f); }

TEST(SampleSurface, DependsOnTheSeedOnly) {
    const TriangleMesh mesh = test::sphere();
    EXPECT_EQ(sample_surface(mesh, 0.1f, 4), sample_surface(mesh, 0.1f, 4));
    EXPECT_NE(sample_surface(mesh, 0.1f, 4), sample_surface(mesh, 0.1f, 5));
}

TEST(SampleSurface, NothingToSample) {
    EXPECT_TRUE(sample_surface({}, 0.1f).empty());
    TriangleMesh flat = test::tetrahedron();
    flat.triangles = {{0, 0, 1}, {2, 2, 2}};
    EXPECT_TRUE(sample_surface(flat, 0.1f).empty());
}

TEST(SampleSurface, ImpossibleRequestsAreRefused) {
    TriangleMesh mesh = test::tetrahedron();
    EXPECT_THROW(sample_surface(mesh, 0.0f), InputError);
    EXPECT_THROW(sample_surface(mesh, -1.0f), InputError);
    EXPECT_THROW(sample_surface(mesh, 1e-6f), InputError);
    mesh.positions[1].x() = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_THROW(sample_surface(mesh, 0.1f), InputError);
}

TEST(SampleBoxFaces, IsALatticeWithEachPointOnce) {
    const Box3 box{{0, 0, 0}, {1, 0.5f, 0.3f}};
    const auto points = sample_box_faces(box, 0.1f);
    EXPECT_EQ(points.size(), 11U * 6U * 4U - 9U * 4U * 2U);  // all nodes but the inner ones
    std::set<std::tuple<int, int, int>> nodes;
    for (const Vec3& p : points) {
        const Vec3i node = (p.array() / 0.1f).round().cast<Index>();
        EXPECT_LT((p - 0.1f * node.cast<Real>()).norm(), 1e-6f);
        nodes.emplace(node.x(), node.y(), node.z());
    }
    EXPECT_EQ(nodes.size(), points.size());
}

TEST(SampleRectangle, StepsStayNearTheSpacing) {
    for (const Real length : {0.4f, 0.7f, 1.0f, 1.3f, 1.4f, 1.6f, 2.5f, 7.77f}) {
        const auto points = sample_rectangle({1, 1, 1}, {length, 0, 0}, {0, 0, 3}, 1.0f);
        ASSERT_EQ(points.size() % 4, 0U);
        const Real step = (points[1] - points[0]).norm();
        EXPECT_LE(step, 1.351f);
        if (length > 0.67f) {
            EXPECT_GE(step, 0.67f);
        }
        EXPECT_LT((points.back() - Vec3(1 + length, 1, 4)).norm(), 1e-5f);
    }
}

}  // namespace
}  // namespace lamella
