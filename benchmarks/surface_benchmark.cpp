// Surface reconstruction of the set "pool-drop-crown": a wavy pool, a ball above it, and a cylindrical sheet
// two particles thick, jittered by a fifth of the spacing. Counters give the size and the soundness of the
// mesh; the true Euler characteristic is 4 (two closed surfaces without handles).
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/surface/surface_method.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

bool in_pool_drop_crown(const Vec3d& p, double d) {
    constexpr double kTurn = std::numbers::pi;
    const double across = std::hypot(p.x() - 0.5, p.z() - 0.5);
    const bool pool = p.y() < 0.3 + 0.1 * std::sin(4 * kTurn * p.x()) * std::cos(3 * kTurn * p.z());
    const bool drop = std::hypot(across, p.y() - 0.7) < 0.15;
    const bool crown = std::abs(across - 0.3) < d && p.y() < 0.55;
    return pool || drop || crown;
}

ParticleSet pool_drop_crown(std::int64_t n) {
    const double d = 1.0 / static_cast<double>(n);
    std::vector<Vec3> points;
    for (std::int64_t id = 0; id < n * n * n; ++id) {
        const Vec3d cell(static_cast<double>(id / (n * n)), static_cast<double>(id / n % n),
                         static_cast<double>(id % n));
        const Vec3d p = d * (cell.array() + 0.5);
        if (!in_pool_drop_crown(p, d)) continue;
        const auto jitter = [&](int axis) {
            return 0x1p-53 * static_cast<double>(splitmix64(3 * static_cast<std::uint64_t>(id) + axis) >> 11) - 0.5;
        };
        points.push_back((p + 0.4 * d * Vec3d(jitter(0), jitter(1), jitter(2))).cast<Real>());
    }
    ParticleSet particles;
    particles.resize(static_cast<Index>(points.size()));
    auto& x = particles.add<Vec3Column>("P");
    for (Index i = 0; i < particles.size(); ++i) x.set(i, points[static_cast<std::size_t>(i)]);
    return particles;
}

// Arguments: particles along an edge of the unit cube, cells per spacing, threads.
void reconstruct_pool_drop_crown(benchmark::State& state) {
    const ThreadLimit limit(static_cast<int>(state.range(2)));
    const ParticleSet particles = pool_drop_crown(state.range(0));
    const Real spacing = 1.0f / static_cast<Real>(state.range(0));
    Mueller2003Parameters parameters;
    parameters.mesh.cell = 1.0f / static_cast<Real>(state.range(1));
    Surface surface;
    for (auto _ : state) surface = reconstruct(parameters, particles, spacing);
    const MeshReport check = check_mesh(surface.mesh);
    state.counters["particles"] = particles.size();
    state.counters["triangles"] = surface.report.triangles;
    state.counters["volume_ratio"] = surface.report.mesh_volume / surface.report.particle_volume;
    state.counters["euler"] = check.euler_characteristic;
    state.counters["sound"] = check.closed() && check.manifold() && check.oriented();
}
BENCHMARK(reconstruct_pool_drop_crown)
    ->Args({67, 2, 1})
    ->Args({67, 2, 2})
    ->Args({67, 4, 2})
    ->Args({146, 2, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace lamella
