#include <lamella/validation/case_world.hpp>
#include <lamella/validation/cases/rigid/exchange.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kSpacing = 0.02;

// A ball and a brick fly into a block of liquid in free space: what both lose and gain, over the sum of the pushes.
void measure_momentum(const Run& run, double density, Tolerance bar, CaseResult& result) {
    World world = case_world(run, "exchange",
                             fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [-1, -1, -1], "max": [1, 1, 1], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]}},
  "gravity": [0, 0, 0],
  "frames": 1,
  "particle_spacing": 0.02,
  "solver": "sph",
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [-0.1, -0.1, -0.1], "max": [0.1, 0.1, 0.1]}}]}}],
  "bodies": [{{"name": "ball", "density": 500, "velocity": [1, 0.1, 0], "spin": [0, 5, 9],
              "shape": {{"type": "sphere", "centre": [-0.18, 0, 0.02], "radius": 0.06}}}},
             {{"name": "brick", "density": {}, "velocity": [-0.5, -1, 0],
              "shape": {{"type": "box", "min": [0, 0.12, -0.05], "max": [0.1, 0.18, 0.05]}}}}]
}})",
                                         density));
    const auto all = [&] { return sum_of(world.balances(Vec3d::Zero())); };
    const Balance before = all();
    double pushed = 0.0, turned = 0.0;
    advance(run, world, 0.3, [&](double) {
        for (const BodyLoad& load : world.step_loads().first.on) {
            pushed += load.impulse.norm();
            turned += load.angular.norm();
        }
    });
    const Balance after = all();
    const char* source = "what one gives the other takes";
    result.measurements.push_back(
        {fmt::format("sph: momentum that is lost, over the sum of the pushes, brick of {} kg/m^3", density), "1",
         (after.momentum - before.momentum).norm() / pushed, 1e-5, bar, source});
    result.measurements.push_back({"sph: angular momentum that is lost, over that sum", "1",
                                   (after.angular_momentum - before.angular_momentum).norm() / turned, 0.0, reported(),
                                   source});
}

// A ball and a brick are thrown into a pool at 10 m/s, against its wall, its floor and a plate of two spacings.
void measure_throw(const Run& run, const char* solver, CaseResult& result) {
    World world = case_world(run, "throw",
                             fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [0, 0, 0], "max": [0.6, 0.6, 0.4]}},
  "frames": 1,
  "particle_spacing": {},
  "solver": "{}",
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [0.6, 0.2, 0.4]}}]}}],
  "obstacles": [{{"name": "plate", "shape": {{"type": "box", "min": [0.4, 0, 0], "max": [0.44, 0.5, 0.4]}}}}],
  "bodies": [{{"name": "ball", "density": 2000, "velocity": [6, -8, 0],
              "shape": {{"type": "sphere", "centre": [0.1, 0.4, 0.1], "radius": 0.05}}}},
             {{"name": "brick", "density": 600, "velocity": [0, -10, 0],
              "shape": {{"type": "box", "min": [0.2, 0.4, 0.22], "max": [0.3, 0.46, 0.32]}}}}]
}})",
                                         kSpacing, solver));
    double deepest = 0.0, farthest = 0.0;
    advance(run, world, 0.5, [&](double) {
        const ParticleSet& liquid = *world.solvers().front().liquid_view()->particles;
        for (Index i = 0; i < liquid.size(); ++i)
            for (std::size_t b = 0; b < world.bodies().size(); ++b)
                deepest = std::max(deepest, -static_cast<double>(world.bodies()[b].distance(world.body_states().of[b],
                                                                                            liquid.positions()[i])));
        for (const RigidState& state : world.get<RigidSolver>().states()) {
            const Vec3d c = state.centre;
            farthest = std::max({farthest, -c.x(), c.x() - 0.4, -c.y(), c.y() - 0.6, -c.z(), c.z() - 0.4});
        }
    });
    const Balance liquid = world.balances(Vec3d::Zero()).at("water");
    result.measurements.push_back({fmt::format("{}: how deep liquid is in bodies at most", solver), "d",
                                   deepest / kSpacing, 0.5, upper_bound(), "it stays outside, to half a spacing"});
    result.measurements.push_back({fmt::format("{}: liquid that is lost", solver), "kg",
                                   liquid.mass_out + liquid.mass_removed, 0.0, upper_bound(), "walls hold"});
    result.measurements.push_back({fmt::format("{}: how far the middle of a body gets through a wall", solver), "m",
                                   farthest, 0.0, upper_bound(), "walls hold"});
}

}  // namespace

void measure_exchange(const Run& run, CaseResult& result) {
    measure_momentum(run, 900.0, upper_bound(), result);
    measure_momentum(run, 2000.0, reported(), result);  // what sinks gives back a step later (rigid/added_mass.hpp)
    for (const char* solver : {"sph", "flip"}) measure_throw(run, solver, result);
}

}  // namespace lamella
