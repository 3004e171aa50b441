// Liquid between two plates at rest, driven along them by a constant acceleration F:
//
//     u(y) = F y (L - y) / (2 nu),   u(L/2) = F L^2 / (8 nu).
//
// Starting from rest the profile is within 0.1 % of this after 0.7 L^2 / nu (the slowest term of the series decays
// by exp(-pi^2 nu t / L^2)). Periodic along and across.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace lamella {
namespace {

constexpr double kWidth = 0.1;       // L in metres
constexpr double kViscosity = 0.01;  // nu in m^2/s; mu = 10 Pa s
constexpr double kForce = 0.8;       // F in m/s^2
constexpr double kEnd = 0.7 * kWidth * kWidth / kViscosity;
constexpr double kFastest = kForce * kWidth * kWidth / (8.0 * kViscosity);

constexpr const char* kScene = R"({
  "version": 1,
  "description": "liquid flows between two plates",
  "domain": {"min": [0, 0, 0], "max": [0.016, 0.1, 0.016], "periodic": [true, false, true]},
  "gravity": [0.8, 0, 0],
  "frames": 1,
  "particle_spacing": 0.002,
  "solver": {"type": "sph", "viscosity": "mueller2003", "support": 2.5},
  "fluids": [
    {"name": "oil", "viscosity": 10, "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 1, 1]}]}
  ]
})";

double exact(double y) { return kForce * y * (kWidth - y) / (2.0 * kViscosity); }

// The mean speed along the plates of each layer one spacing thick.
Curve layers(const SphSolver& solver) {
    std::map<long, Vec3d> sums;
    const double d = solver.liquid().spacing;
    const auto& x = solver.particles().positions();
    const auto& v = solver.particles().get<Vec3Column>("v");
    for (Index i = 0; i < x.size(); ++i)
        sums.try_emplace(std::lround(std::floor(x[i].y() / d)), Vec3d::Zero()).first->second +=
            Vec3d(x[i].y(), v[i].x(), 1.0);
    Curve curve;
    for (const auto& [layer, sum] : sums) curve.emplace_back(sum[0] / sum[2], sum[1] / sum[2]);
    return curve;
}

}  // namespace

void measure_poiseuille(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> overrides;
    if (!options.full) overrides = {"particle_spacing=0.005", "domain.max=[0.04,0.1,0.04]"};
    SphSetup setup = case_setup(run, "poiseuille", kScene, overrides);
    setup.expected_speed = static_cast<Real>(kFastest);
    SoleSolver<SphSolver> solver(std::move(setup));
    advance(run, solver, kEnd);
    const Curve profile = layers(solver);
    std::vector<double> deviations;
    for (const auto& [y, u] : profile) deviations.push_back((u - exact(y)) / kFastest);
    Curve parabola;
    for (int k = 0; k <= 100; ++k) parabola.emplace_back(kWidth * k / 100.0, exact(kWidth * k / 100.0));
    double fastest = 0.0;
    for (const auto& [y, u] : profile) fastest = std::max(fastest, u);
    const double tolerance = options.full ? 0.02 : 0.05;
    result.measurements.push_back(
        {"speed in the middle", "m/s", fastest, kFastest, relative(tolerance), "F L^2 / (8 nu)"});
    result.measurements.push_back({"rms deviation of the layers over the speed in the middle", "1",
                                   root_mean_square(deviations), tolerance, upper_bound(), "F y (L - y) / (2 nu)"});
    result.plots.push_back({"Speed of each layer of particles",
                            "y (m)",
                            "u (m/s)",
                            {{"layers", Series::Mark::dots, profile}, {"exact", Series::Mark::line, parabola}}});
}

}  // namespace lamella
