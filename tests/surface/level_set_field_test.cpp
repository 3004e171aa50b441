#include <lamella/core/parallel.hpp>
#include <lamella/surface/level_set/level_set_field.hpp>
#include <lamella/surface/surface_method.hpp>
#include <lamella/surface/surface_walls.hpp>

#include <numbers>

#include "surface_testing.hpp"

namespace lamella {
namespace {

constexpr Real kSpacing = 0.1f;
constexpr double kCell = 0.2;  // of the distance
constexpr float kBand = 1.0f;
constexpr double kRadius = 1.0;
const Vec3d kCentre(0.13, -0.07, 0.21);

// A ball's distance in a narrow band.
SparseGrid ball_distance() {
    SparseGrid grid(Vec3d::Constant(0.1), kCell, kBand, cube_of_blocks(-2, 1));
    fill_nodes(grid, [&](const Vec3i& node) {
        const double d = (grid.node_position(node) - kCentre).norm() - kRadius;
        return static_cast<float>(std::clamp(d, -double{kBand}, double{kBand}));
    });
    return grid;
}

// A point in the ball, and the drops.
ParticleSet particles_with(const std::vector<std::pair<Vec3, Real>>& drops) {
    ParticleSet particles;
    particles.resize(static_cast<Index>(drops.size()) + 1);
    auto& x = particles.add<Vec3Column>("P");
    auto& v = particles.add<Vec3Column>("v");
    auto& radius = particles.add<ScalarColumn>("pscale");
    x.set(0, kCentre.cast<Real>());
    radius[0] = 0.5f * kSpacing;
    for (Index i = 1; i < particles.size(); ++i) {
        x.set(i, drops[static_cast<std::size_t>(i - 1)].first);
        v.set(i, Vec3(0.0f, 3.0f, 0.0f));
        radius[i] = drops[static_cast<std::size_t>(i - 1)].second;
    }
    return particles;
}

Surface surface_of(const ParticleSet& particles, const SurfaceField& settings = TrueVolumeParameters{},
                   const SurfaceWalls* walls = nullptr) {
    return reconstruct_level_set(settings, {ball_distance(), particles, kSpacing}, particles, kSpacing, walls);
}

double ball_volume(double radius) { return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius; }

TEST(LevelSetField, ABallIsRoundWhateverTheCell) {
    for (const Real cell : {0.37f, 0.5f, 2.0f}) {
        TrueVolumeParameters settings;
        settings.mesh.cell = cell;
        const Surface s = surface_of(particles_with({}), settings);
        EXPECT_EQ(expect_sound(s.mesh, cell * kSpacing).euler_characteristic, 2);
        const double rounding = cell * kSpacing * cell * kSpacing / (4.0 * kRadius);  // chords of its circles
        for (const Vec3& p : s.mesh.positions)
            ASSERT_NEAR((p.cast<double>() - kCentre).norm(), kRadius, 0.003 + rounding) << cell;
        EXPECT_NEAR(s.report.mesh_volume / ball_volume(kRadius), 1.0, 0.005 + 2.0 * rounding) << cell;
    }
}

TEST(LevelSetField, DropsAreBallsOfTheirVolume) {
    const Vec3 inside = kCentre.cast<Real>() + Vec3(0.0f, 0.9f, 0.0f);
    const ParticleSet particles =
        particles_with({{Vec3(0.0f, 2.0f, 0.0f), 0.3f}, {Vec3(-4.0f, 0.5f, 0.3f), 0.15f}, {inside, 0.05f}});
    EXPECT_EQ(LevelSetField(ball_distance(), particles, kSpacing).drop_count(), 2);
    const double drops = ball_volume(0.3) + ball_volume(0.15);
    const Surface without = surface_of(particles_with({})), with = surface_of(particles);
    EXPECT_EQ(expect_sound(with.mesh, 0.05).euler_characteristic, 6);  // three balls
    EXPECT_NEAR(with.report.mesh_volume - without.report.mesh_volume, drops, 0.03 * drops);
    EXPECT_NEAR(with.report.particle_volume, 2.0 * 0.001 + drops, 1e-6);  // two whole particles besides
    const auto& v = with.mesh.attributes.get<Vec3Column>("v");
    for (Index i = 0; i < with.mesh.vertex_count(); ++i) {
        const bool of_far_drop = with.mesh.positions[static_cast<std::size_t>(i)].x() < -3.0f;
        EXPECT_NEAR(v[i].y(), of_far_drop ? 3.0f : v[i].y(), 1e-4f);
    }
}

TEST(LevelSetField, DropsInARowAreAStrand) {
    constexpr Real kDrop = 0.1f;
    std::vector<std::pair<Vec3, Real>> row;
    for (int k = 0; k < 12; ++k) row.push_back({Vec3(-1.0f + 1.6f * kDrop * static_cast<Real>(k), 2.0f, 0.0f), kDrop});
    const Surface s = surface_of(particles_with(row));
    EXPECT_EQ(expect_sound(s.mesh, 0.05).euler_characteristic, 4);
    for (const Vec3& p : s.mesh.positions) {
        if (p.y() < 1.5f || p.x() < -1.0f || p.x() > 0.7f) continue;
        ASSERT_NEAR(std::hypot(p.y() - 2.0f, p.z()), kDrop, 0.1f * kDrop) << p.x();
    }
}

// Cubics would find liquid beside the leap.
TEST(LevelSetField, AJumpIsNoSurface) {
    SparseGrid grid(Vec3d::Constant(0.1), kCell, kBand, cube_of_blocks(-2, 1));
    fill_nodes(grid, [&](const Vec3i& node) { return node.x() < 0 ? 0.02f : kBand; });
    const LevelSetField field(std::move(grid), particles_with({}), kSpacing);
    const std::vector<FieldSample> samples = field.samples(std::vector<Vec3>{Vec3(-0.15f, 0.0f, 0.0f)});
    EXPECT_LT(samples.front().value, 0.0f);
}

TEST(LevelSetField, EndsAtWallsAndWritesItsLevelSet) {
    SurfaceWalls walls;
    walls.box.min.y() = static_cast<Real>(kCentre.y());
    TrueVolumeParameters settings;
    settings.mesh.level_set = true;
    const Surface s = surface_of(particles_with({}), settings, &walls);
    expect_sound(s.mesh, 0.05);
    EXPECT_NEAR(s.report.mesh_volume / ball_volume(kRadius), 0.5, 0.005);
    EXPECT_EQ(s.iso, 0.0f);
    const auto node = [&](double y) -> Vec3i {
        return ((kCentre + Vec3d(0.0, y, 0.0)) / s.phi.cell()).array().round().matrix().cast<Index>();
    };
    EXPECT_LT(s.phi.value(node(0.5)), 0.0f);
    EXPECT_GE(s.phi.value(node(-0.5)), 0.0f);  // behind the wall
    EXPECT_GT(s.phi.value(node(1.5)), 0.0f);
}

TEST(LevelSetField, SamplesAreWhatTheGridHas) {
    const LevelSetField field(ball_distance(), particles_with({{Vec3(0.0f, 2.0f, 0.0f), 0.2f}}), kSpacing);
    const SparseGrid grid = field.sample(0.05);
    const std::vector<Vec3> points{Vec3(1.0f, 0.25f, 0.5f), Vec3(0.0f, 1.8f, 0.0f), Vec3(-0.5f, -0.7f, 0.05f)};
    const auto samples = field.samples(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3i node = (points[i] / 0.05f).array().round().matrix().cast<Index>();
        EXPECT_NEAR(samples[i].value, grid.value(node), 1e-3f) << i;
    }
    EXPECT_NEAR(samples[0].gradient.norm(), 1.0f, 0.03f);  // a distance in spacings
    EXPECT_NEAR(samples[1].gradient.y(), 1.0f, 0.03f);     // towards the drop
}

TEST(LevelSetField, HasTheSameBitsForAnyThreadCount) {
    const ParticleSet particles = particles_with({{Vec3(0.0f, 2.0f, 0.0f), 0.2f}, {Vec3(0.1f, 2.1f, 0.0f), 0.2f}});
    const auto bits = [&](int threads) {
        const ThreadLimit limit(threads);
        return bits_of(surface_of(particles).mesh);
    };
    EXPECT_EQ(bits(1), bits(3));
}

}  // namespace
}  // namespace lamella
