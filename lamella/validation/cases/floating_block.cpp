// A block that is lighter than water is let go near the bottom of a tank: it rises, comes out and swings until it
// floats (experiment of Qiu 2017).
#include <lamella/validation/case_world.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kPeak = 0.0512;                 // m: Qiu 2017
constexpr double kSpan = 0.049 * 0.024 / 0.150;  // by which the block raises the water

struct Rise {
    double peak = 0.0, rest = 0.0;
    Series curve;
};

// The tank is 150 mm wide; the block, 49 x 24 mm, reaches from wall to wall, and the water is 52 mm deep
// with it. It starts two spacings above the floor: on it no liquid is under it to lift it.
Rise rise_of_block(const Run& run, const std::string& solver, double d, double end) {
    World world = case_world(run, "floating_block",
                             fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [0, 0, 0], "max": [0.15, 0.14, {1}], "open": ["y+"]}},
  "frames": 1,
  "particle_spacing": {0},
  "solver": "{2}",
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [0.15, 0.052, {1}]}}]}}],
  "bodies": [{{"name": "block", "density": 800.52, "friction": 0, "restitution": 0,
              "shape": {{"type": "box", "min": [0.0505, {3}, 0], "max": [0.0995, {4}, {1}]}}}}]
}})",
                                         d, 6.0 * d, solver, 2.0 * d, 2.0 * d + 0.024));
    const auto& rigid = world.get<RigidSolver>();
    Rise rise;
    double sum = 0.0, time = 0.0;
    advance(run, world, end, [&](double dt) {
        const double y = rigid.states()[0].centre.y();
        rise.curve.points.emplace_back(world.time(), y);
        if (world.time() < 0.6) rise.peak = std::max(rise.peak, y);
        if (world.time() < end - 0.5) return;
        sum += dt * y;
        time += dt;
    });
    rise.rest = sum / time;
    return rise;
}

}  // namespace

void measure_floating_block(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const double d = options.full ? 0.002 : 0.004;
    const double depth = 0.052 - kSpan + 0.8 * kSpan;  // once it floats
    Plot plot{"height of the block's centre", "t (s)", "m", {}};
    for (const char* solver : {"sph", "flip"}) {
        Rise rise = rise_of_block(run, solver, d, options.full ? 3.0 : 1.5);
        result.measurements.push_back({fmt::format("{}: largest height of its centre", solver), "m", rise.peak, kPeak,
                                       reported(), "Qiu 2017, read from a figure"});
        result.measurements.push_back({fmt::format("{}: height at rest", solver), "m", rise.rest,
                                       depth - 0.80052 * 0.024 + 0.012, reported(),
                                       "Archimedes, and the mean of the swings of Qiu 2017 after 0.6 s"});
        rise.curve.name = solver;
        plot.series.push_back(std::move(rise.curve));
    }
    result.plots.push_back(std::move(plot));
}

}  // namespace lamella
