// A column of water at rest under its own weight: p = rho0 g (H - y), nothing moves.
// Reference and bounds: shared list of cases with a known answer, case 1 (hydrostatic column).
#include <lamella/validation/case_run.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kHeight = 1.0;  // H in metres

constexpr const char* kScene = R"({
  "version": 1,
  "description": "a column of water settles under its own weight",
  "domain": {"min": [0, 0, 0], "max": [0.6, 1.4, 0.6]},
  "frame_rate": 10,
  "frames": 51,
  "particle_spacing": 0.05,
  "solver": {"type": "sph", "viscosity": {"type": "artificial", "alpha": 0.2}},
  "fluids": [
    {"name": "water", "viscosity": 1e-6, "shapes": [{"type": "half_space", "point": [0, 1, 0], "normal": [0, 1, 0]}]}
  ],
  "output": {"attributes": ["pressure"]}
})";

struct Line {
    double slope = 0.0;
    double offset = 0.0;
};

// The least-squares line through (depth, pressure) of all particles between two depths.
Line fitted(const std::vector<std::pair<double, double>>& points, double from, double to) {
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (const auto& [x, y] : points) {
        if (x < from || x > to) continue;
        n += 1.0;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    return {slope, (sy - slope * sx) / n};
}

std::vector<std::pair<double, double>> pressures(const ParticleSet& water) {
    const auto& pressure = water.get<ScalarColumn>("pressure");
    std::vector<std::pair<double, double>> points;
    for (Index i = 0; i < water.size(); ++i) points.emplace_back(kHeight - position(water, i).y(), pressure[i]);
    std::sort(points.begin(), points.end());
    return points;
}

// Every n-th point, so that a plot stays small.
std::vector<std::pair<double, double>> thinned(const std::vector<std::pair<double, double>>& points) {
    const std::size_t step = points.size() / 600 + 1;
    std::vector<std::pair<double, double>> some;
    for (std::size_t i = 0; i < points.size(); i += step) some.push_back(points[i]);
    return some;
}

void add_pressure(const CaseRun& run, const ParticleSet& water, bool full, CaseResult& result) {
    const auto points = pressures(water);
    const double weight = run.scene().fluids.front().density * run.gravity();
    const double d = run.spacing();
    const Line line = fitted(points, 2.0 * d, kHeight - 2.0 * d);
    result.measurements.push_back({"slope of the pressure over the depth", "Pa/m", line.slope, weight,
                                   relative(full ? 0.03 : 0.05), "rho g; weakly compressible: a few per cent"});
    result.plots.push_back({"Pressure of each particle",
                            "depth (m)",
                            "pressure (Pa)",
                            {{"particles", Series::Mark::dots, thinned(points)},
                             {"rho g depth", Series::Mark::line, {{0.0, 0.0}, {kHeight, weight * kHeight}}}}});
}

void add_motion(const CaseRun& run, const ParticleSet& water, CaseResult& result) {
    const double wave_speed = std::sqrt(run.gravity() * kHeight);
    double fastest = 0.0;
    for (Index i = 0; i < water.size(); ++i) fastest = std::max(fastest, velocity(water, i).norm());
    const double rms = std::sqrt(mean_over(water, [&](Index i) { return velocity(water, i).squaredNorm(); }));
    result.measurements.push_back({"rms speed over sqrt(g H)", "1", rms / wave_speed, 0.0, absolute(0.005), "at rest"});
    result.measurements.push_back(
        {"largest speed over sqrt(g H)", "1", fastest / wave_speed, 0.0, absolute(0.01), "at rest"});
}

void add_place(const CaseRun& run, const ParticleSet& start, const ParticleSet& water, CaseResult& result) {
    const auto& density = water.get<ScalarColumn>("density");
    const double rho0 = run.scene().fluids.front().density;
    double top = 0.0, compression = 0.0;
    for (Index i = 0; i < water.size(); ++i) {
        top = std::max(top, position(water, i).y());
        compression = std::max(compression, density[i] / rho0 - 1.0);
    }
    result.measurements.push_back({"height of the surface", "m", top + 0.5 * run.spacing(), kHeight,
                                   absolute(run.spacing()), "the filled height, within one particle spacing"});
    result.measurements.push_back({"largest compression", "1", compression, 0.0, absolute(0.01),
                                   "Becker and Teschner 2007: c is chosen for at most eta = 0.01"});
    result.measurements.push_back(
        {"particles lost", "1", double(start.size() - water.size()), 0.0, absolute(0.0), "closed walls"});
}

Plot speed_plot(const CaseRun& run) {
    const auto energy = run.ledger("kinetic_J");
    const auto mass = run.ledger("mass_kg");
    Series series{"water", Series::Mark::dots, {}};
    for (std::size_t f = 0; f < energy.size(); ++f)
        series.points.emplace_back(run.time_of(static_cast<Index>(f) + 1),
                                   std::sqrt(2.0 * energy[f] / mass[f] / (run.gravity() * kHeight)));
    return {"What still moves", "time (s)", "rms speed over sqrt(g H)", {series}};
}

}  // namespace

void measure_hydrostatic(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> overrides;
    if (options.full) overrides = {"particle_spacing=0.025"};
    const CaseRun column(run, options, result, kScene, overrides);
    if (!column.done()) return;
    const ParticleSet water = column.particles("water", column.frames());
    add_pressure(column, water, options.full, result);
    add_place(column, column.particles("water", 1), water, result);
    add_motion(column, water, result);
    result.plots.push_back(speed_plot(column));
}

}  // namespace lamella
