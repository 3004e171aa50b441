// A loose cube of 800 kg/m^3 stands in a channel and is taken along by a dam break (experiment of Canelas et al. 2016).
#include <lamella/validation/case_world.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr double kReservoir = 3.2;  // m: of 4.5 m that there were; what lies farther back is not felt in this time
constexpr double kEnd = 1.548;      // s
constexpr double kWay = 1.389;      // m, of the cube's centre from 1.771 m, read from a figure
constexpr double kFriction = 0.35;  // on the floor, as others who compute the case have it

// Read from the same figure: s and m.
const std::vector<std::pair<double, double>> kMeasured{
    {0.401, 0.032}, {0.495, 0.035}, {0.608, 0.051}, {0.696, 0.090}, {0.764, 0.116}, {0.847, 0.188}, {0.938, 0.289},
    {1.031, 0.384}, {1.123, 0.563}, {1.203, 0.746}, {1.277, 0.896}, {1.380, 1.099}, {1.463, 1.232}, {1.548, 1.389}};

// The gate is at x = 0, the cube's front 1.7 m behind it.
Series way_of_cube(const Run& run, const std::string& solver, double spacing) {
    World world = case_world(run, "loose_cube",
                             fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [-{0}, 0, 0], "max": [3.5, 0.7, 0.7], "open": ["y+", "x+"]}},
  "frames": 1,
  "particle_spacing": {1},
  "solver": "{2}",
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [-{0}, 0, 0], "max": [0, 0.4, 0.7]}}]}}],
  "bodies": [{{"name": "cube", "density": 800, "friction": {3}, "restitution": 0,
              "shape": {{"type": "box", "min": [1.7, 0, 0.275], "max": [1.85, 0.15, 0.425]}}}}]
}})",
                                         kReservoir, spacing, solver, kFriction));
    const auto& rigid = world.get<RigidSolver>();
    const double start = rigid.states()[0].centre.x();
    Series curve{solver, Series::Mark::line, {}};
    advance(run, world, kEnd,
            [&](double) { curve.points.emplace_back(world.time(), rigid.states()[0].centre.x() - start); });
    return curve;
}

}  // namespace

void measure_loose_cube(const Run& run, const ValidateOptions& options, CaseResult& result) {
    Plot plot{"way of the cube", "t (s)", "m", {{"Canelas et al. 2016", Series::Mark::dots, kMeasured}}};
    const auto measure = [&](const char* solver, double spacing) {
        Series curve = way_of_cube(run, solver, spacing);
        result.measurements.push_back({fmt::format("{}: way of the cube", solver), "m", curve.points.back().second,
                                       kWay, reported(), "Canelas et al. 2016, read from a figure"});
        plot.series.push_back(std::move(curve));
    };
    measure("flip", options.full ? 0.0125 : 0.025);
    if (options.full) measure("sph", 0.025);
    result.plots.push_back(std::move(plot));
}

}  // namespace lamella
