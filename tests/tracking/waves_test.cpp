// Capillary waves on meshes: the operator against formulas, frequencies, what is kept, and what excites them.
#include "moving_particles.hpp"
#include "tracking_testing.hpp"

#include <lamella/cache/state_archive.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/connected/edge_split.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/tracking/waves/mesh_regions.hpp>
#include <lamella/tracking/waves/surface_waves.hpp>

namespace lamella {
namespace {

using namespace test;

double sum_over_area(const SurfaceLaplacian& mesh, const std::vector<double>& u) {
    double sum = 0.0;
    for (Index v = 0; v < mesh.size(); ++v) sum += mesh.areas()[v] * u[v];
    return sum;
}

std::vector<double> noise(Index n, std::uint64_t stream) {
    std::vector<double> values;
    for (Index v = 0; v < n; ++v) values.push_back(random_in_cube(7, stream, static_cast<std::uint64_t>(v)).x());
    return values;
}

void expect_sum_is_kept(const SurfaceLaplacian& laplacian) {
    const std::vector<double> u = noise(laplacian.size(), 1);
    std::vector<double> change;
    double lengths = 0.0;
    for (Index v = 0; v < laplacian.size(); ++v) {
        change.push_back(laplacian.at(v, u.data()));
        lengths += laplacian.areas()[v] * std::abs(change.back());
    }
    EXPECT_LT(std::abs(sum_over_area(laplacian, change)), 1e-12 * lengths);
}

// The harmonic 3 z^2 - r^2 of the mode 2, or x of the mode 1.
std::vector<double> harmonic(const ConnectedMesh& mesh, int mode) {
    std::vector<double> u;
    for (const Vec3& p : mesh.positions)
        u.push_back(mode == 1 ? double{p.x()} : 3.0 * p.z() * p.z() - double{p.squaredNorm()});
    return u;
}

TEST(SurfaceLaplacian, HasTheEigenvaluesOfASphereAndKeepsTheSum) {
    const Real radius = 8.0f;
    const ConnectedMesh mesh = ball(radius, 0.5f);
    const SurfaceLaplacian laplacian(mesh);
    for (const int mode : {1, 2}) {
        const std::vector<double> u = harmonic(mesh, mode);
        double product = 0.0, square = 0.0;
        for (Index v = 0; v < laplacian.size(); ++v) {
            product -= laplacian.areas()[v] * u[v] * laplacian.at(v, u.data());
            square += laplacian.areas()[v] * u[v] * u[v];
        }
        EXPECT_NEAR(product / square * radius * radius / (mode * (mode + 1)), 1.0, 3e-3);
    }
    expect_sum_is_kept(laplacian);
}

TEST(SurfaceLaplacian, IsAsStiffAsAskedForBesideASliver) {
    ConnectedMesh mesh = ball(4.0f, 0.5f);
    const double stiffest = 60.0 / 0.25;
    EXPECT_EQ(SurfaceLaplacian(mesh, stiffest).bound(), SurfaceLaplacian(mesh).bound());
    const Index beside = mesh.to(mesh.outgoing(0));
    mesh.positions[0] = 0.999f * mesh.positions[beside] + 0.001f * mesh.positions[0];
    EXPECT_GT(SurfaceLaplacian(mesh).bound(), 10.0 * stiffest);
    const SurfaceLaplacian laplacian(mesh, stiffest);
    EXPECT_LT(laplacian.bound(), 1.0001 * stiffest);
    expect_sum_is_kept(laplacian);
}

TEST(CapillaryWaves, SwingWithTheFrequencyOfTheirMode) {
    const ConnectedMesh mesh = ball(4.0f, 0.5f);
    const SurfaceLaplacian laplacian(mesh);
    const WaveLaw law = WaveLaw::of_liquid(1.0, 6.0, 0.0, 0.1);
    const double omega = law.frequency(6.0 / 16.0), dt = 1e-3 / omega;
    WaveHeights waves{harmonic(mesh, 2), std::vector<double>(mesh.positions.size(), 0.0)};
    const std::vector<double> start = waves.height;
    step_waves(laplacian, law, dt, static_cast<Index>(std::lround(0.5 * std::numbers::pi / omega / dt)), waves);
    double product = 0.0, square = 0.0;
    for (Index v = 0; v < laplacian.size(); ++v) {
        product += laplacian.areas()[v] * start[v] * waves.height[v];
        square += laplacian.areas()[v] * start[v] * start[v];
    }
    EXPECT_NEAR(product / square, 0.0, 0.01);  // a quarter of a period
}

TEST(CapillaryWaves, HaveTheSpeedOfDeepLiquidAtTheirLengthAndNearIt) {
    const WaveLaw law = WaveLaw::of_liquid(7e-5, 0.012, 0.0, 0.0);
    for (const double length : {0.009, 0.012, 0.016}) {
        const double k = 2.0 * std::numbers::pi / length;
        EXPECT_NEAR(law.frequency(k * k) / std::sqrt(7e-5 * k * k * k), 1.0, 0.03);
    }
}

TEST(CapillaryWaves, StayBoundedAtTheLongestStepAndKeepTheirSum) {
    const ConnectedMesh mesh = ball(3.0f, 0.5f);
    const SurfaceLaplacian laplacian(mesh);
    const WaveLaw law = WaveLaw::of_liquid(1.0, 6.0, 0.0, 0.1);
    WaveHeights waves{noise(laplacian.size(), 2), std::vector<double>(mesh.positions.size(), 0.0)};
    MeshRegions(mesh, laplacian.areas()).remove_means(waves.height);
    step_waves(laplacian, law, longest_wave_step(laplacian, law), 3000, waves);
    double largest = 0.0;
    for (const double h : waves.height) largest = std::max(largest, std::abs(h));
    EXPECT_LT(largest, 10.0);
    EXPECT_GT(largest, 0.1);
    EXPECT_LT(std::abs(sum_over_area(laplacian, waves.height)), 1e-12 * sum_over_area(laplacian, laplacian.areas()));
    const double too_long = 3.0 * longest_wave_step(laplacian, law);
    step_waves(laplacian, law, too_long, 300, waves);
    for (const double h : waves.height) largest = std::isfinite(h) ? std::max(largest, std::abs(h)) : HUGE_VAL;
    EXPECT_GT(largest, 1e3);  // the bound is one
}

TEST(CapillaryWaves, FadeAtEveryLengthAlike) {
    const ConnectedMesh mesh = ball(4.0f, 0.5f);
    const SurfaceLaplacian laplacian(mesh);
    const WaveLaw law = WaveLaw::of_liquid(1.0, 6.0, 0.05, 0.0);
    const double period = 2.0 * std::numbers::pi / law.frequency(6.0 / 16.0);
    WaveHeights waves{harmonic(mesh, 2), std::vector<double>(mesh.positions.size(), 0.0)};
    const double before = waves.height[0];
    advance_waves(laplacian, law, 2.0 * period, waves);
    EXPECT_GT(waves.height[0] / before, 0.3);  // exp(-4 pi 0.05 sqrt(b) lambda / omega) cos(...) of two periods
    EXPECT_LT(waves.height[0] / before, 0.95);
}

WaveParameters parameters() {
    WaveParameters p;
    p.tension = 1.0f;
    p.density = 1.0f;
    return p;
}

struct Excited {
    ConnectedMesh mesh;
    std::vector<Real> removed;
    std::vector<Vec3> velocity;
};

// Two balls; the first is dented at its top.
Excited two_balls() {
    Excited e;
    TriangleMesh both = triangulate(SphereShape{Vec3::Zero(), 6.0f}, 0.5f);
    const TriangleMesh second = triangulate(SphereShape{Vec3(20, 0, 0), 1.0f}, 0.5f);
    const Index n = both.vertex_count();
    both.positions.insert(both.positions.end(), second.positions.begin(), second.positions.end());
    for (const Vec3i& t : second.triangles) both.triangles.emplace_back(t.array() + n);
    both.attributes = {};
    e.mesh = ConnectedMesh(both);
    for (const Vec3& p : e.mesh.positions) {
        e.removed.push_back(-0.3f * std::exp(-(p - Vec3(0, 6, 0)).squaredNorm()));
        e.velocity.emplace_back(Vec3::Zero());
    }
    return e;
}

TEST(SurfaceWaves, KeepTheVolumeOfEachPartAndStayOffSmallOnes) {
    Excited e = two_balls();
    SurfaceWaves waves(parameters(), 0.5f);
    waves.begin(e.mesh, e.velocity);
    const Index steps = waves.advance(e.mesh, {}, {e.removed, e.velocity}, 0.5);
    EXPECT_GT(steps, 1);
    const SurfaceLaplacian laplacian(e.mesh);
    double sum = 0.0, lengths = 0.0, largest = 0.0;
    for (Index v = 0; v < e.mesh.vertex_slots(); ++v) {
        const double h = waves.heights()[v];
        sum += laplacian.areas()[v] * h;
        lengths += laplacian.areas()[v] * std::abs(h);
        largest = std::max(largest, std::abs(h));
        if (e.mesh.positions[v].x() > 10.0f) {
            EXPECT_EQ(h, 0.0);
        }
    }
    EXPECT_LT(std::abs(sum), 1e-5 * lengths);
    EXPECT_GT(largest, 1e-3);
    EXPECT_LE(largest, 0.5);
}

TEST(SurfaceWaves, AreNotExcitedByWhatAllDoTogether) {
    Excited e = two_balls();
    for (Real& r : e.removed) r = 0.1f;
    SurfaceWaves waves(parameters(), 0.5f);
    waves.begin(e.mesh, e.velocity);
    for (Vec3& v : e.velocity) v = Vec3(0.0f, -5.0f, 0.0f);  // it begins to fall
    waves.advance(e.mesh, {}, {e.removed, e.velocity}, 0.5);
    double largest = 0.0;
    for (const Real h : waves.heights().span()) largest = std::max(largest, std::abs(double{h}));
    EXPECT_LT(largest, 0.03);  // of the edges' 0.5
}

TEST(SurfaceWaves, FollowWhatBecomesOfTheVertices) {
    Excited e = two_balls();
    SurfaceWaves waves(parameters(), 0.5f);
    waves.begin(e.mesh, e.velocity);
    waves.advance(e.mesh, {}, {e.removed, e.velocity}, 0.2);
    e.mesh.vertices.start_log();
    const Index made = split_edge(e.mesh, 5);
    compact(e.mesh);
    const CarryLog log = e.mesh.vertices.log();
    ASSERT_GE(made, 0);
    e.removed.assign(e.mesh.positions.size(), 0.0f);
    e.velocity.assign(e.mesh.positions.size(), Vec3::Zero());
    StateArchive archive;
    StateSaver save(archive);
    waves.state(save);
    SurfaceWaves again(parameters(), 0.5f);
    StateLoader load(archive);
    again.state(load);
    for (SurfaceWaves* w : {&waves, &again}) w->advance(e.mesh, log, {e.removed, e.velocity}, 0.1);
    ASSERT_EQ(waves.size(), e.mesh.vertex_slots());
    for (Index v = 0; v < waves.size(); ++v) EXPECT_EQ(waves.heights()[v], again.heights()[v]);
    EXPECT_THROW(waves.advance(two_balls().mesh, {}, {e.removed, e.velocity}, 0.1), InputError);
}

TEST(SurfaceWaves, HaveTheSameBitsForAnyThreads) {
    std::uint64_t bits[2];
    for (const int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        Excited e = two_balls();
        SurfaceWaves waves(parameters(), 0.5f);
        waves.begin(e.mesh, e.velocity);
        waves.advance(e.mesh, {}, {e.removed, e.velocity}, 0.5);
        const auto values = waves.heights().span();
        bits[threads / 3] = hash_bytes(values.data(), values.size_bytes());
    }
    EXPECT_EQ(bits[0], bits[1]);
}

}  // namespace
}  // namespace lamella
