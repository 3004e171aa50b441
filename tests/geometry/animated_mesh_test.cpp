#include "test_meshes.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/animated_mesh.hpp>
#include <lamella/geometry/bvh.hpp>
#include <lamella/geometry/mesh_samples.hpp>
#include <lamella/geometry/surface_sampling.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// A square sheet in y = 0, rolled up about z by `turn` radians over its length of 1.
TriangleMesh sheet(Real turn, Index cells = 12) {
    TriangleMesh mesh;
    const Real step = 1.0f / static_cast<Real>(cells);
    for (Index i = 0; i <= cells; ++i)
        for (Index j = 0; j <= cells; ++j) {
            const Real s = step * static_cast<Real>(i), z = step * static_cast<Real>(j);
            const bool flat = std::abs(turn) < 1e-6f;
            mesh.positions.push_back(flat ? Vec3(s, 0, z)
                                          : Vec3(std::sin(turn * s) / turn, (1.0f - std::cos(turn * s)) / turn, z));
        }
    for (Index i = 0; i < cells; ++i)
        for (Index j = 0; j < cells; ++j) {
            const Index a = i * (cells + 1) + j, b = a + cells + 1;
            mesh.triangles.push_back({a, a + 1, b});
            mesh.triangles.push_back({b, a + 1, b + 1});
        }
    return mesh;
}

AnimatedMesh bending(Interpolation interpolation) {
    AnimatedMesh animated(interpolation);
    for (const double t : {0.5, 0.7, 1.1, 1.3, 1.8}) animated.add(t, sheet(static_cast<Real>(2.0 * t * t)), "sheet");
    return animated;
}

Real largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    Real largest = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

std::vector<Vec3> scaled_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b, double length) {
    std::vector<Vec3> result;
    for (std::size_t i = 0; i < a.size(); ++i) result.push_back((a[i] - b[i]) / static_cast<Real>(length));
    return result;
}

TEST(AnimatedMesh, PassesThroughItsKeysAndRestsOutside) {
    for (const auto interpolation : {Interpolation::linear, Interpolation::cubic}) {
        const AnimatedMesh mesh = bending(interpolation);
        for (const double t : mesh.times())
            EXPECT_LT(largest_difference(mesh.positions(t), sheet(static_cast<Real>(2.0 * t * t)).positions), 1e-6f);
        EXPECT_EQ(mesh.positions(-3.0), mesh.positions(0.5));
        EXPECT_EQ(mesh.positions(7.0), mesh.positions(1.8));
        for (const double t : {-3.0, 1.8, 7.0})
            for (const Vec3& v : mesh.velocities(t)) EXPECT_EQ(v, Vec3::Zero());
        EXPECT_TRUE(mesh.moves());
    }
}

TEST(AnimatedMesh, VelocitiesAreTheDerivative) {
    for (const auto interpolation : {Interpolation::linear, Interpolation::cubic}) {
        const AnimatedMesh mesh = bending(interpolation);
        for (const double t : {0.51, 0.6, 0.8, 1.2, 1.29, 1.6}) {
            const auto expected = scaled_difference(mesh.positions(t + 1e-3), mesh.positions(t - 1e-3), 2e-3);
            EXPECT_LT(largest_difference(mesh.velocities(t), expected), 2e-3f) << t;
        }
    }
}

TEST(AnimatedMesh, CubicsHaveContinuousVelocitiesAndReproduceParabolas) {
    const AnimatedMesh bent = bending(Interpolation::cubic);
    for (const double key : {0.7, 1.1, 1.3})
        EXPECT_LT(largest_difference(bent.velocities(key - 1e-9), bent.velocities(key + 1e-9)), 1e-5f);
    AnimatedMesh thrown(Interpolation::cubic);
    const auto height = [](double t) { return static_cast<Real>(3.0 * t - 5.0 * t * t); };
    for (const double t : {0.0, 0.2, 0.3, 0.7, 0.8}) {
        TriangleMesh mesh = test::tetrahedron();
        for (Vec3& x : mesh.positions) x.y() += height(t);
        thrown.add(t, mesh, "thrown");
    }
    for (const double t : {0.22, 0.29, 0.5, 0.65}) {
        EXPECT_NEAR(thrown.positions(t)[0].y(), height(t), 1e-6f);
        EXPECT_NEAR(thrown.velocities(t)[0].y(), 3.0 - 10.0 * t, 1e-5);
    }
}

TEST(AnimatedMesh, TheSpeedIsBounded) {
    for (const auto interpolation : {Interpolation::linear, Interpolation::cubic}) {
        const AnimatedMesh mesh = bending(interpolation);
        Real fastest = 0.0f;
        for (double t = 0.5; t < 1.8; t += 0.003)
            for (const Vec3& v : mesh.velocities(t)) fastest = std::max(fastest, v.norm());
        EXPECT_GE(mesh.speed_bound() * 1.00001f, fastest);
        EXPECT_LE(mesh.speed_bound(), 1.5f * fastest);
    }
}

std::string refusal(const TriangleMesh& second, double time = 2.0) {
    AnimatedMesh animated;
    animated.add(1.0, test::tetrahedron(), "a.0001.ply");
    try {
        animated.add(time, second, "a.0002.ply");
    } catch (const InputError& e) {
        EXPECT_EQ(animated.times().size(), 1U);
        return e.what();
    }
    return "";
}

TEST(AnimatedMesh, RefusesOtherTrianglesWithASentence) {
    TriangleMesh more = test::tetrahedron(), fewer = more, other = more;
    EXPECT_EQ(refusal(more), "");
    EXPECT_EQ(refusal(more, 1.0), "a.0002.ply: 1 s is not after the 1 s of the mesh before it");
    more.positions.push_back({1, 1, 1});
    EXPECT_EQ(refusal(more), "a.0002.ply: 5 vertices, the first mesh of the animation has 4");
    fewer.triangles.pop_back();
    EXPECT_EQ(refusal(fewer), "a.0002.ply: 3 triangles, the first mesh of the animation has 4");
    std::swap(other.triangles[2][0], other.triangles[2][1]);
    EXPECT_EQ(refusal(other), "a.0002.ply: triangle 2 has other corners than in the first mesh of the animation");
}

TEST(AnimatedMesh, AnEmptyOneIsAtRest) {
    const AnimatedMesh mesh;
    EXPECT_TRUE(mesh.positions(1.0).empty());
    EXPECT_TRUE(mesh.velocities(1.0).empty());
    EXPECT_EQ(mesh.speed_bound(), 0.0f);
    EXPECT_FALSE(mesh.moves());
}

TEST(MeshSamples, StayOnASheetThatBends) {
    const AnimatedMesh mesh = bending(Interpolation::cubic);
    const TriangleMesh rest = mesh.at(0.5);
    const std::vector<Vec3> points = sample_surface(rest, 0.05f);
    const MeshSamples samples(rest, points);
    std::vector<Vec3> x(points.size());
    for (const double t : {0.5, 0.9, 1.55, 1.8}) {
        samples.positions(mesh.positions(t), x);
        const Bvh now(mesh.at(t));
        for (const Vec3& p : x) EXPECT_LT(now.closest_point(p).distance(), 1e-6f);
    }
    samples.positions(rest.positions, x);
    EXPECT_LT(largest_difference(x, points), 1e-6f);
}

TEST(MeshSamples, KeepTheirHeightAndMoveWithTheDerivative) {
    const AnimatedMesh mesh = bending(Interpolation::cubic);
    const TriangleMesh flat = sheet(0.0f);
    std::vector<Vec3> points;
    for (const auto& t : flat.triangles)  // above or below the middle of every triangle
        points.push_back((flat.positions[t[0]] + flat.positions[t[1]] + flat.positions[t[2]]) / 3.0f +
                         Vec3(0, t[0] % 2 == 0 ? 0.02f : -0.01f, 0));
    const MeshSamples samples(flat, points);
    std::vector<Vec3> x(points.size()), before(points.size()), after(points.size()), v(points.size());
    samples.positions(flat.positions, x);
    EXPECT_LT(largest_difference(x, points), 1e-6f);
    for (const double t : {0.6, 1.25, 1.7}) {
        samples.positions(mesh.positions(t - 1e-3), before);
        samples.positions(mesh.positions(t + 1e-3), after);
        samples.velocities(mesh.positions(t), mesh.velocities(t), v);
        EXPECT_LT(largest_difference(v, scaled_difference(after, before, 2e-3)), 2e-3f) << t;
    }
}

TEST(MeshSamples, DoNotDependOnTheNumberOfThreads) {
    const AnimatedMesh mesh = bending(Interpolation::linear);
    const MeshSamples samples(mesh.at(0.5), sample_surface(mesh.at(0.5), 0.02f));
    std::vector<Vec3> one(static_cast<std::size_t>(samples.size())), three(one);
    {
        const ThreadLimit limit(1);
        samples.positions(mesh.positions(0.8), one);
    }
    const ThreadLimit limit(3);
    samples.positions(mesh.positions(0.8), three);
    EXPECT_EQ(one, three);
}

TEST(MeshSamples, ATriangleThatCollapsesKeepsItsPointsFinite) {
    TriangleMesh mesh = test::tetrahedron();
    const MeshSamples samples(mesh, std::vector<Vec3>{{0.2f, 0.3f, -0.1f}});
    std::fill(mesh.positions.begin(), mesh.positions.end(), Vec3(1, 2, 3));
    std::vector<Vec3> x(1), v(1);
    samples.positions(mesh.positions, x);
    samples.velocities(mesh.positions, mesh.positions, v);
    EXPECT_LT((x[0] - Vec3(1, 2, 3)).norm(), 1e-6f);
    EXPECT_LT((v[0] - Vec3(1, 2, 3)).norm(), 1e-6f);
}

}  // namespace
}  // namespace lamella
