#include "benchmarks.hpp"
#include "liquid_step.hpp"

#include <lamella/matter/sole_solver.hpp>
#include <lamella/solid/solid_solver.hpp>

namespace lamella {
namespace {

// A cube of n^3 particles of rubber that turns, in free space.
SolidsSetup cube(Index n) {
    SolidSetup solid;
    solid.name = "cube";
    solid.spacing = 1.0f / static_cast<Real>(n);
    solid.volume = solid.spacing * solid.spacing * solid.spacing;
    ParticleSet& particles = solid.particles;
    particles.resize(n * n * n);
    for (const char* column : {"P", "v"}) particles.add<Vec3Column>(column);
    for (const char* column : {"id", "held"}) particles.add<IndexColumn>(column);
    for (Index i = 0; i < particles.size(); ++i) {
        const Vec3 at = Vec3i(i % n, i / n % n, i / (n * n)).cast<Real>();
        const Vec3 place = solid.spacing * (at + Vec3::Constant(0.5f));
        particles.positions().set(i, place);
        particles.get<Vec3Column>("v").set(i, cross(Vec3(1.0f, 2.0f, 3.0f), place));
        particles.get<IndexColumn>("id")[i] = i;
        particles.get<IndexColumn>("held")[i] = -1;
    }
    SolidsSetup setup;
    const Vec3 far = Vec3::Constant(std::numeric_limits<Real>::infinity());
    setup.walls = {-far, far};
    setup.solids.push_back(std::move(solid));
    return setup;
}

// Microseconds a particle and step, and bytes a particle.
std::pair<double, double> step_of(Index n) {
    constexpr int kSteps = 10;
    SoleSolver<SolidSolver> solver(cube(n));
    solver.step(1.0);
    const double seconds = best_seconds([&] {
        for (int k = 0; k < kSteps; ++k) solver.step(1.0);
    });
    const Solid& solid = solver->solids()[0];
    return {1e6 * seconds / kSteps / solid.size(), static_cast<double>(solid.memory_bytes()) / solid.size()};
}

}  // namespace

Figures solid_benchmark() {
    const auto [small, bytes] = step_of(47);
    const auto [large, large_bytes] = step_of(100);
    const double gain = gain_of_two_threads([] { return SoleSolver<SolidSolver>(cube(47)); }, 1.0, 5);
    return {"solid",
            "elastic steps of a cube of 47^3 and of 100^3 particles, support 2.2 spacings, 2 threads",
            {{"solid_100k", small, "us a particle", at_most(0.35)},
             {"solid_1m", large, "us a particle", at_most(0.35)},
             {"solid_bytes", std::max(bytes, large_bytes), "bytes a particle", Bar{Better::lower, 700.0, false}},
             {"solid_two_threads", gain, "x one", Bar{Better::higher, 1.7, false}}}};
}

}  // namespace lamella
