// Water at rest in a closed tank with walls on all sides, for each pressure solver: what moves is error. The pressure
// grows with the depth by rho g; it is fitted to particles that are at least two spacings away from walls and surface,
// over the frames of the last half second.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kDepth = 1.0;  // H in metres
constexpr double kGravity = 9.81;

constexpr const char* kScene = R"({
  "version": 1,
  "description": "still water in a tank",
  "domain": {"min": [0, 0, 0], "max": [0.6, 1.2, 0.6]},
  "frames": 1,
  "particle_spacing": 0.05,
  "fluids": [{"name": "water", "viscosity": 0.001, "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 1, 1]}]}]
})";

struct Rest {
    Curve pressures;  // (depth, pressure) of particles away from walls and surface
    std::vector<double> speeds;
    double compression = 0.0;
    int samples = 0;
};

void add_sample(const SphSolver& solver, const Box3& tank, Rest& rest) {
    const ParticleSet& water = solver.particles();
    const auto& p = water.get<ScalarColumn>("pressure");
    const auto& v = water.get<Vec3Column>("v");
    const double margin = 2.0 * solver.liquid().spacing;
    rest.speeds.clear();
    for (Index i = 0; i < water.size(); ++i) {
        const Vec3 x = water.positions()[i];
        rest.speeds.push_back(v[i].norm());
        const double depth = kDepth - x.y();
        const double aside = std::min({x.x(), tank.max.x() - x.x(), x.z(), tank.max.z() - x.z()});
        if (aside > margin && depth > margin && depth < kDepth - margin) rest.pressures.emplace_back(depth, p[i]);
    }
    rest.compression += *sum_of(solver.balances(Vec3d::Zero())).density_error_mean;
    ++rest.samples;
}

void add_solver(const Run& run, const std::string& name, bool full, CaseResult& result, Plot& plot) {
    std::vector<std::string> overrides{"solver.pressure=" + name};
    if (full) overrides.emplace_back("particle_spacing=0.03125");
    SphSetup setup = case_setup(run, "still_water", kScene, overrides);
    const Box3 tank = setup.domain.box;
    SoleSolver<SphSolver> solver(std::move(setup));
    const double end = 3.0;
    Rest rest;
    for (int k = 1; k <= 20; ++k) {
        advance(run, solver, end - 0.5 + 0.025 * k);
        add_sample(solver, tank, rest);
    }
    const double wave = std::sqrt(kGravity * kDepth);
    const Line line = fitted_line(rest.pressures, 0.0, kDepth);
    auto& out = result.measurements;
    out.push_back({name + ": slope of the pressure over rho g", "1", line.slope / (1000.0 * kGravity), 1.0,
                   full ? relative(0.02) : reported(),
                   "particles two spacings from walls and surface; the layers at the walls, whose pressure is "
                   "doubled, make it too steep"});
    const bool solved = name == "dfsph" || name == "pcisph";
    out.push_back({name + ": mean compression", "1", rest.compression / rest.samples, 1e-3,
                   solved ? upper_bound() : reported(), "what the solve was asked for is 1e-4"});
    out.push_back({name + ": rms speed over sqrt(g H)", "1", root_mean_square(rest.speeds) / wave, 0.005,
                   full ? upper_bound() : reported(), "at rest"});
    out.push_back({name + ": 99.9 % of the speeds over sqrt(g H) are below", "1", quantile(rest.speeds, 0.999) / wave,
                   0.02, full ? upper_bound() : reported(), "at rest"});
    plot.series.push_back({name, Series::Mark::dots, rest.pressures});
}

}  // namespace

void measure_still_water(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> solvers{"dfsph"};
    if (options.full) solvers = {"dfsph", "wcsph", "pcisph", "local_poisson"};
    Plot plot{"Pressure of particles away from the walls", "depth (m)", "pressure (Pa)", {}};
    for (const std::string& name : solvers) add_solver(run, name, options.full, result, plot);
    plot.series.push_back({"rho g depth", Series::Mark::line, {{0.0, 0.0}, {kDepth, 1000.0 * kGravity * kDepth}}});
    result.plots.push_back(plot);
}

}  // namespace lamella
