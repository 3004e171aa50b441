#include "particle_shapes.hpp"
#include "surface_testing.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/surface/surface_method.hpp>

#include <algorithm>
#include <limits>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.1f;
constexpr double kCell = 0.05;

Surface surface_of(const ParticleSet& particles, const Mueller2003Parameters& parameters = {}) {
    return reconstruct(parameters, particles, kSpacing);
}

TEST(SurfaceMethod, BallKeepsItsVolume) {
    const Surface s = surface_of(particles_at(ball_points({0.4f, 0.1f, -0.3f}, 1.0f, kSpacing)));
    const MeshReport report = expect_sound(s.mesh, kCell);
    EXPECT_EQ(report.euler_characteristic, 2);
    EXPECT_EQ(report.components, 1);
    EXPECT_NEAR(report.volume / s.report.particle_volume, 1.0, 0.02);
    EXPECT_NEAR(report.volume, s.report.mesh_volume, 1e-9);
    EXPECT_EQ(s.report.vertices, s.mesh.vertex_count());
}

TEST(SurfaceMethod, BlockOfWaterKeepsItsVolume) {
    std::vector<Vec3> points;
    for (Index i = 0; i < 16; ++i)
        for (Index j = 0; j < 16; ++j)
            for (Index k = 0; k < 16; ++k) points.push_back(kSpacing * Vec3(i, j, k));
    const Surface s = surface_of(particles_at(points));
    EXPECT_EQ(expect_sound(s.mesh, kCell).euler_characteristic, 2);
    EXPECT_NEAR(s.report.mesh_volume / s.report.particle_volume, 1.0, 0.03);
}

TEST(SurfaceMethod, TinyAndHugeSpacingsGiveTheSameShape) {
    const Surface usual = surface_of(particles_at(ball_points(Vec3::Zero(), 0.5f, kSpacing)));
    for (const Real spacing : {1e-9f, 1e-4f, 1e9f}) {
        const ParticleSet ball = particles_at(ball_points(Vec3::Zero(), 5 * spacing, spacing));
        const Surface s = reconstruct(Mueller2003Parameters{}, ball, spacing);
        expect_sound(s.mesh, 0.5 * static_cast<double>(spacing));
        EXPECT_NEAR(s.mesh.triangle_count(), usual.mesh.triangle_count(), 8);
        for (Index i = 0; i < s.mesh.vertex_count(); ++i)
            ASSERT_NEAR(s.mesh.attributes.get<Vec3Column>("N")[i].norm(), 1.0f, 1e-5f);
    }
}

TEST(SurfaceMethod, SeparateAndMeetingBalls) {
    const auto left = ball_points(Vec3::Zero(), 0.5f, kSpacing);
    const MeshReport apart =
        expect_sound(surface_of(join(left, ball_points({1.5f, 0, 0}, 0.5f, kSpacing))).mesh, kCell);
    EXPECT_EQ(apart.components, 2);
    EXPECT_EQ(apart.euler_characteristic, 4);
    const MeshReport met = expect_sound(surface_of(join(left, ball_points({1.0f, 0, 0}, 0.5f, kSpacing))).mesh, kCell);
    EXPECT_EQ(met.components, 1);
    EXPECT_EQ(met.euler_characteristic, 2);
}

TEST(SurfaceMethod, OneParticleIsABallOfItsVolumeUnlessDropsAreLeftOut) {
    Mueller2003Parameters parameters;
    parameters.mesh.cell = 0.1f;
    const ParticleSet one = particles_at({Vec3(0.123f, 0.456f, 0.789f)});
    const Surface s = surface_of(one, parameters);
    EXPECT_EQ(expect_sound(s.mesh, 0.01).euler_characteristic, 2);
    EXPECT_NEAR(s.report.mesh_volume / s.report.particle_volume, 1.0, 0.03);
    parameters.keep_drops = false;
    EXPECT_TRUE(surface_of(one, parameters).mesh.empty());
}

TEST(SurfaceMethod, NoParticlesGiveNoSurface) {
    const Surface s = surface_of(particles_at({}));
    EXPECT_TRUE(s.mesh.empty());
    EXPECT_EQ(s.report.blocks, 0);
}

TEST(SurfaceMethod, CoincidentParticlesAreFine) {
    const Surface s = surface_of(particles_at(std::vector<Vec3>(50, Vec3(0.2f, 0.3f, 0.4f))));
    EXPECT_EQ(expect_sound(s.mesh, kCell).euler_characteristic, 2);
    for (Index i = 0; i < s.mesh.vertex_count(); ++i)
        ASSERT_NEAR(s.mesh.attributes.get<Vec3Column>("N")[i].norm(), 1.0f, 1e-5f);
}

TEST(SurfaceMethod, FarClustersMeshLikeNearOnes) {
    const auto near = ball_points(Vec3::Zero(), 0.5f, kSpacing);
    const auto far = ball_points(Vec3(1000.0f, -1000.0f, 500.0f), 0.5f, kSpacing);
    const MeshReport report = expect_sound(surface_of(join(near, far)).mesh, kCell);
    EXPECT_EQ(report.components, 2);
    EXPECT_EQ(report.euler_characteristic, 4);
}

TEST(SurfaceMethod, RefusesWhatIsNotAParticle) {
    const Real infinity = std::numeric_limits<Real>::infinity();
    for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), infinity, -infinity, 1e30f, 2e4f})
        EXPECT_THROW(surface_of(particles_at({Vec3::Zero(), Vec3(0, bad, 0)})), InputError) << bad;
    for (const Real spacing : {0.0f, -1.0f, infinity, std::numeric_limits<Real>::quiet_NaN()})
        EXPECT_THROW(reconstruct(Mueller2003Parameters{}, particles_at({Vec3::Zero()}), spacing), InputError);
    Mueller2003Parameters unknown;
    unknown.mesh.attributes = {"temperature"};
    EXPECT_THROW(surface_of(particles_at({Vec3::Zero()}), unknown), InputError);
}

TEST(SurfaceMethod, NormalsAreThoseOfTheTriangles) {
    Mueller2003Parameters fine;
    fine.mesh.cell = 0.2f;
    const TriangleMesh mesh = surface_of(particles_at(ball_points({0.4f, 0.1f, -0.3f}, 0.6f, kSpacing)), fine).mesh;
    std::vector<Vec3> sums(mesh.positions.size(), Vec3::Zero());
    for (const Vec3i& t : mesh.triangles) {
        const Vec3 a = mesh.positions[static_cast<std::size_t>(t[0])];
        const Vec3 b = mesh.positions[static_cast<std::size_t>(t[1])];
        const Vec3 c = mesh.positions[static_cast<std::size_t>(t[2])];
        for (const Index v : t) sums[static_cast<std::size_t>(v)] += cross(Vec3(b - a), Vec3(c - a));
    }
    const auto& normals = mesh.attributes.get<Vec3Column>("N");
    double mean = 0;
    for (Index i = 0; i < normals.size(); ++i) mean += normals[i].dot(sums[static_cast<std::size_t>(i)].normalized());
    EXPECT_GT(mean / normals.size(), 0.99);
}

TEST(SurfaceMethod, DecimatedMeshesAreSoundAndKeepVolumeNormalsAndVelocities) {
    ParticleSet particles = particles_at(ball_points(Vec3::Zero(), 0.8f, kSpacing));
    auto& v = particles.add<Vec3Column>("v");
    for (Index i = 0; i < particles.size(); ++i) v.set(i, {1.0f, -2.0f, 3.0f});
    TrueVolumeParameters parameters;
    const Surface whole = reconstruct(parameters, particles, kSpacing);
    parameters.mesh.decimate = 0.1f;
    const Surface s = reconstruct(parameters, particles, kSpacing);
    EXPECT_EQ(expect_sound(s.mesh, kCell).euler_characteristic, 2);
    EXPECT_LT(s.report.triangles, whole.report.triangles / 2);
    EXPECT_NEAR(s.report.mesh_volume / whole.report.mesh_volume, 1.0, 0.01);
    for (Index i = 0; i < s.mesh.vertex_count(); ++i) {
        ASSERT_GT(s.mesh.attributes.get<Vec3Column>("N")[i].dot(s.mesh.positions[i].normalized()), 0.9f);
        ASSERT_LT((s.mesh.attributes.get<Vec3Column>("v")[i] - Vec3(1, -2, 3)).norm(), 1e-5f);
    }
}

TEST(SurfaceMethod, CarriesColumnsToTheVertices) {
    ParticleSet particles = particles_at(ball_points(Vec3::Zero(), 0.6f, kSpacing));
    auto& v = particles.add<Vec3Column>("v");
    auto& temperature = particles.add<ScalarColumn>("temperature");
    auto& phase = particles.add<IndexColumn>("phase");
    for (Index i = 0; i < particles.size(); ++i) {
        const Vec3 x = particles.positions()[i];
        v.set(i, {1.0f, -2.0f, 3.0f});
        temperature[i] = x.x();
        phase[i] = x.x() > 0 ? 7 : 5;
    }
    Mueller2003Parameters parameters;
    parameters.mesh.attributes = {"temperature", "phase", "v"};
    const TriangleMesh mesh = surface_of(particles, parameters).mesh;
    const auto& t = mesh.attributes.get<ScalarColumn>("temperature");
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const Real x = mesh.positions[static_cast<std::size_t>(i)].x();
        ASSERT_LT((mesh.attributes.get<Vec3Column>("v")[i] - Vec3(1, -2, 3)).norm(), 1e-5f);
        ASSERT_NEAR(t[i], x, 1.5f * kSpacing);
        if (std::abs(x) < 2 * kSpacing) continue;
        ASSERT_EQ(mesh.attributes.get<IndexColumn>("phase")[i], x > 0 ? 7 : 5);
    }
}

TEST(SurfaceMethod, SameBitsForAnyOrderOfTheParticles) {
    auto points = ball_points({0.4f, 0.1f, -0.3f}, 0.7f, kSpacing);
    points.push_back(points.front());
    const std::uint64_t straight = bits_of(surface_of(particles_at(points)).mesh);
    std::ranges::reverse(points);
    EXPECT_EQ(bits_of(surface_of(particles_at(points)).mesh), straight);
    for (std::size_t i = points.size(); i > 1; --i) std::swap(points[i - 1], points[random_bits(5, 0, i) % i]);
    EXPECT_EQ(bits_of(surface_of(particles_at(points)).mesh), straight);
}

TEST(SurfaceMethod, SameBitsForAnyNumberOfThreads) {
    ParticleSet particles = particles_at(ball_points({0.4f, 0.1f, -0.3f}, 1.2f, kSpacing));
    auto& v = particles.add<Vec3Column>("v");
    for (Index i = 0; i < particles.size(); ++i) v.set(i, random_in_cube(6, 0, static_cast<std::uint64_t>(i)));
    const auto run = [&](int threads) {
        const ThreadLimit limit(threads);
        return bits_of(surface_of(particles).mesh);
    };
    const std::uint64_t one = run(1);
    EXPECT_EQ(run(2), one);
    EXPECT_EQ(run(3), one);
}

}  // namespace
}  // namespace lamella
