// Archimedes: rafts of several densities float as deep as the water that they displace weighs, under sph and under
// flip.
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/rigid/rigid_solver.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/rigid/exchange.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kDepth = 0.12, kHeight = 0.06;

// A raft 10 x 6 x 10 cm that starts 1 cm above the depth at which it floats, in a tank 20 cm wide.
void measure_raft(const Run& run, const char* solver, double density, double spacing, double end, CaseResult& result) {
    const double bottom = kDepth - density * kHeight + 0.01;
    const std::string scene = fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [0, 0, 0], "max": [0.2, 0.4, 0.2], "open": ["y+"]}},
  "frames": 1,
  "particle_spacing": {},
  "solver": "{}",
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [0.2, {}, 0.2]}}]}}],
  "bodies": [{{"name": "raft", "density": {}, "shape": {{"type": "box", "min": [0.05, {}, 0.05], "max": [0.15, {}, 0.15]}}}}]
}})",
                                          spacing, solver, kDepth, 1000.0 * density, bottom, bottom + kHeight);
    const LoadedScene loaded = read_scene(scene, "floating_bodies.json");
    World world = make_world(run, *loaded.scene, *loaded.assets);
    const auto& rigid = world.get<RigidSolver>();
    double sum = 0.0, time = 0.0;
    while (world.time() < end) {
        run.throw_if_stopped();
        const double dt = world.step(end - world.time());
        if (world.time() < 0.6 * end) continue;
        sum += dt * rigid.states()[0].centre.y();
        time += dt;
    }
    // The water that the raft takes the place of at the start is missing in the tank.
    const double immersed = std::max(kDepth - bottom, 0.0);
    const double rise = (density * kHeight - immersed) * 0.01 / 0.04;
    const double expected = kDepth + rise - density * kHeight + 0.5 * kHeight;
    result.measurements.push_back(
        {fmt::format("{}, density {}: height of its centre less that of Archimedes", solver, density), "d",
         (sum / time - expected) / spacing, 0.0, absolute(1.0), "Archimedes"});
}

}  // namespace

void measure_floating_bodies(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const double spacing = options.full ? 0.007 : 0.01;
    const double end = options.full ? 3.0 : 1.5;
    for (const char* solver : {"sph", "flip"})
        for (const double density : {0.05, 0.2, 0.5, 0.9}) measure_raft(run, solver, density, spacing, end, result);
    measure_exchange(run, result);
}

}  // namespace lamella
