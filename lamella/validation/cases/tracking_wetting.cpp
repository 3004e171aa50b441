// Half a drop on a floor, without gravity, under the surface tension of a mesh (yu2011) with several contact angles:
// what it comes to rest as is a cap, whose angle follows from its volume V, that of the particles, and its height H,
//
//     R = V / (pi H^2) + H / 3,   cos(angle) = 1 - H / R.
//
// The floor is smooth: neither the walls nor the viscosity mueller2003 hold the rim.
#include <lamella/coupling/tension_mesh.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kSpacing = 0.001, kRadius = 0.006, kTension = 0.0728, kTurn = 180.0 / std::numbers::pi;

SphSetup half_drop(const Run& run, double angle) {
    const std::string scene = fmt::format(R"({{
  "version": 1,
  "description": "half a drop on a floor",
  "domain": {{"min": [-0.02, 0, -0.02], "max": [0.02, 0.02, 0.02], "open": ["x-", "x+", "y+", "z-", "z+"]}},
  "gravity": [0, 0, 0],
  "frames": 1,
  "particle_spacing": {},
  "solver": {{"type": "sph", "viscosity": "mueller2003",
             "surface_tension": {{"type": "yu2011", "tension": {}, "contact_angle": {}}}}},
  "fluids": [{{"name": "oil", "viscosity": 0.05,
              "shapes": [{{"type": "sphere", "centre": [0, 0, 0], "radius": {}, "jitter": 0.2}}]}}]
}})",
                                          kSpacing, kTension, angle, kRadius);
    return case_setup(run, "tracking_wetting", scene);
}

double angle_of(const SphSolver& solver) {
    TensionMesh mesh({static_cast<Real>(kSpacing), 0.5f});
    mesh.follow(solver.particles());
    double height = 0.0;
    for (const Vec3& p : mesh.mesh().positions) height = std::max(height, double{p.y()});  // relative to the floor
    const double volume = solver.particles().size() * std::pow(kSpacing, 3);
    const double radius = volume / (std::numbers::pi * height * height) + height / 3.0;
    return kTurn * std::acos(std::clamp(1.0 - height / radius, -1.0, 1.0));
}

void measure(const Run& run, double angle, CaseResult& result) {
    constexpr double kEnd = 0.25, kEach = 0.01;  // s; the drop swings with 0.05 s
    SoleSolver<SphSolver> solver(half_drop(run, angle));
    Series measured{fmt::format("{:g} degrees", angle), Series::Mark::line, {{0.0, angle_of(*solver)}}};
    double mean = 0.0;
    int samples = 0;
    for (double time = kEach; time < kEnd + 0.5 * kEach; time += kEach) {
        advance(run, solver, time);
        measured.points.emplace_back(time, angle_of(*solver));
        if (time < 0.6 * kEnd) continue;
        mean += measured.points.back().second;
        ++samples;
    }
    result.measurements.push_back(
        {fmt::format("contact angle, {:g} asked", angle), "deg", mean / samples, angle, absolute(12.0), "Young 1805"});
    result.plots.back().series.push_back(measured);
}

}  // namespace

void measure_tracking_wetting(const Run& run, const ValidateOptions& options, CaseResult& result) {
    result.plots.push_back({"angle of the cap with that height", "time (s)", "degrees", {}});
    for (const double angle : {60.0, 90.0, 120.0})
        if (options.full || angle == 60.0) measure(run, angle, result);
}

}  // namespace lamella
