// A loose cube of 800 kg/m^3 stands in a channel and is taken along by a dam break (experiment of Canelas et al. 2016).
#include <lamella/validation/case_world.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr double kReservoir = 3.2;  // m: of 4.5 m that there were; what lies farther back is not felt in this time
constexpr double kEnd = 1.548;      // s
constexpr double kWay = 1.389;      // m, of the cube's centre from 1.771 m, read from a figure

}  // namespace

// The gate is at x = 0, the cube's front 1.7 m behind it. Friction on the floor is not given; 0.3 is assumed.
void measure_loose_cube(const Run& run, const ValidateOptions& options, CaseResult& result) {
    World world = case_world(run, "loose_cube",
                             fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [-{0}, 0, 0], "max": [3.5, 0.7, 0.7], "open": ["y+", "x+"]}},
  "frames": 1,
  "particle_spacing": {1},
  "solver": "flip",
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [-{0}, 0, 0], "max": [0, 0.4, 0.7]}}]}}],
  "bodies": [{{"name": "cube", "density": 800, "friction": 0.3, "restitution": 0,
              "shape": {{"type": "box", "min": [1.7, 0, 0.275], "max": [1.85, 0.15, 0.425]}}}}]
}})",
                                         kReservoir, options.full ? 0.0125 : 0.025));
    const auto& rigid = world.get<RigidSolver>();
    const double start = rigid.states()[0].centre.x();
    Series curve{"flip", Series::Mark::line, {}};
    advance(run, world, kEnd,
            [&](double) { curve.points.emplace_back(world.time(), rigid.states()[0].centre.x() - start); });
    result.measurements.push_back({"flip: way of the cube", "m", curve.points.back().second, kWay, reported(),
                                   "Canelas et al. 2016, read from a figure"});
    result.plots.push_back({"way of the cube", "t (s)", "m", {std::move(curve)}});
}

}  // namespace lamella
