// A block that is lighter than water is let go near the bottom of a tank: it rises, comes out and swings until it
// floats (experiment of Qiu 2017).
#include <lamella/validation/case_world.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kLength = 0.150, kWidth = 0.140, kDepth = 0.052;                       // m, of tank and water
constexpr double kBlockLength = 0.049, kBlockWidth = 0.048, kBlockHeight = 0.024;       // m
constexpr double kDensity = 800.52;                                                     // kg/m^3
constexpr double kPeak = 0.0512;                                                        // m, read from a figure
constexpr double kSpan = kBlockLength * kBlockWidth * kBlockHeight / kLength / kWidth;  // by which it raises the water

struct Rise {
    double peak = 0.0, rest = 0.0;
    Series curve;
};

// The water is 52 mm deep with the block at the bottom. It starts two spacings above the floor, under sph three: closer
// to it no particle is under it, and two layers of particles between walls do not give way.
Rise rise_of_block(const Run& run, const std::string& solver, double d, double end) {
    const bool sph = solver == "sph";
    const double gap = (sph ? 3.0 : 2.0) * d;
    const char* settings = sph ? R"({"type": "sph", "viscosity": "mueller2003"})" : R"("flip")";
    World world = case_world(run, "floating_block",
                             fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [0, 0, 0], "max": [{0}, 0.14, {1}], "open": ["y+"]}},
  "frames": 1,
  "particle_spacing": {2},
  "solver": {3},
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [{0}, {4}, {1}]}}]}}],
  "bodies": [{{"name": "block", "density": {5}, "friction": 0, "restitution": 0,
              "shape": {{"type": "box", "min": [{6}, {7}, {8}], "max": [{9}, {10}, {11}]}}}}]
}})",
                                         kLength, kWidth, d, settings, kDepth, kDensity, 0.5 * (kLength - kBlockLength),
                                         gap, 0.5 * (kWidth - kBlockWidth), 0.5 * (kLength + kBlockLength),
                                         gap + kBlockHeight, 0.5 * (kWidth + kBlockWidth)));
    const auto& rigid = world.get<RigidSolver>();
    Rise rise;
    double sum = 0.0, time = 0.0;
    advance(run, world, end, [&](double dt) {
        const double y = rigid.states()[0].centre.y();
        rise.curve.points.emplace_back(world.time(), y);
        if (world.time() < 0.6) rise.peak = std::max(rise.peak, y);
        if (world.time() < end - 0.7) return;  // two swings
        sum += dt * y;
        time += dt;
    });
    rise.rest = sum / time;
    return rise;
}

}  // namespace

void measure_floating_block(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const double share = kDensity / 1000.0;
    const double floating = kDepth - (1.0 - share) * kSpan - share * kBlockHeight + 0.5 * kBlockHeight;
    Plot plot{"height of the block's centre", "t (s)", "m", {}};
    const auto measure = [&](const char* solver, double d, double end, Tolerance bar) {
        Rise rise = rise_of_block(run, solver, d, end);
        result.measurements.push_back({fmt::format("{}: largest height of its centre", solver), "m", rise.peak, kPeak,
                                       bar, "Qiu 2017, read from a figure"});
        result.measurements.push_back(
            {fmt::format("{}: height at rest", solver), "m", rise.rest, floating, bar, "Archimedes"});
        rise.curve.name = solver;
        plot.series.push_back(std::move(rise.curve));
    };
    measure("flip", options.full ? 0.002 : 0.003, 2.2, options.full ? relative(0.05) : reported());
    if (options.full) measure("sph", 0.003, 1.5, reported());
    result.plots.push_back(std::move(plot));
}

}  // namespace lamella
