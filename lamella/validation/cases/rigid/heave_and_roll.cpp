// A floating box is pushed down, or tilted, and let go: the time of its first swing against linear theory.
#include <lamella/validation/case_world.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/floating_box_theory.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr FloatingBox kBox{0.8, 0.25, 0.2, 0.1, 0.5};
constexpr double kLift = 0.015;  // m
constexpr double kTilt = 8.0;    // degrees
constexpr double kWait = 0.2;    // s, until the liquid has settled around the box
constexpr double kSwing = 1.1;   // s
constexpr double kG = 9.81;

// The box is held while the liquid settles, and let go in other places than where it rests.
Series swing_of(const Run& run, const std::string& solver, BoxMotion motion, double d) {
    const bool heaves = motion == BoxMotion::heave;
    const double low = kBox.depth - kBox.draft() + (heaves ? kLift : 0.0), left = 0.5 * (kBox.tank_width - kBox.width);
    World world = case_world(
        run, "heave_and_roll",
        fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [0, 0, 0], "max": [{0}, {1}, {2}], "open": ["y+"]}},
  "frames": 1,
  "particle_spacing": {3},
  "solver": "{4}",
  "fluids": [{{"name": "water", "viscosity": 0.001, "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [{0}, {5}, {2}]}}]}}],
  "bodies": [{{"name": "box", "density": {6}, "friction": 0, "held": [{{"until": {7}}}], "locked": {8},
              "shape": {{"type": "box", "min": [{9}, {10}, 0], "max": [{11}, {12}, {2}], "rotation": [0, 0, {13}]}}}}]
}})",
                    kBox.tank_width, 2.0 * kBox.depth, 6.0 * d, d, solver, kBox.depth, 1000.0 * kBox.density, kWait,
                    heaves ? R"(["x", "z", "turn_x", "turn_y", "turn_z"])" : R"(["x", "y", "z", "turn_x", "turn_y"])",
                    left, low, left + kBox.width, low + kBox.height, heaves ? 0.0 : kTilt));
    const auto& rigid = world.get<RigidSolver>();
    Series swing{solver, Series::Mark::line, {}};
    advance(run, world, kWait + kSwing, [&](double) {
        if (world.time() < kWait) return;
        const RigidState& state = rigid.states()[0];
        const Mat3d turn = state.frame * rigid.rigid()[0].axes.frame.transpose();
        swing.points.emplace_back(
            world.time() - kWait,
            heaves ? state.centre.y() : kTilt * std::numbers::pi / 180.0 + std::atan2(turn(1, 0), turn(0, 0)));
    });
    return swing;
}

}  // namespace

void measure_heave_and_roll(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const double d = options.full ? 0.006 : 0.0125;
    for (const BoxMotion motion : {BoxMotion::heave, BoxMotion::roll}) {
        const bool heaves = motion == BoxMotion::heave;
        const Series theory = linear_swing(kBox, motion, 0.01, kG, kSwing);
        Plot plot{heaves ? "heave" : "roll", "t (s)", "of the first", {theory}};
        for (const char* solver : {"sph", "flip"}) {
            Series swing = swing_of(run, solver, motion, d);
            // About the place to which it comes to rest in the end.
            const double first = swing.points.front().second, rest = heaves ? first - kLift : 0.0;
            for (auto& [t, y] : swing.points) y = (y - rest) / (first - rest);
            result.measurements.push_back({fmt::format("{}: period of its first {}", solver, heaves ? "heave" : "roll"),
                                           "s", first_period(swing), first_period(theory), relative(0.1),
                                           "linear potential theory with waves, in the same tank"});
            plot.series.push_back(std::move(swing));
        }
        result.plots.push_back(std::move(plot));
    }
}

}  // namespace lamella
