// A periodic column of liquid under the tension of He 2014, without gravity. Its radius R swells and shrinks by 3 %
// over the wavelength 9 R, which grows fastest: without viscosity as cosh(omega t),
//
//     omega^2 = sigma / (rho R^3) kR (1 - k^2 R^2) I1(kR) / I0(kR)                          (Rayleigh 1878)
//
// with sigma = 0.12 kappa / h. The mode is the Fourier component of the particles' places along the axis. The
// viscosity, nu sqrt(rho0 / kappa) = 0.09, acts along the line of a pair (weiler2018), as in drop_of_cube; it slows the
// mode to Weber's rate s, s^2 + 3 nu k^2 s = omega^2 (Weber 1931, slender). Only specks are judged: a column whose
// radius is one particle breaks up at about half of Weber's rate, thicker ones swell a little and stay.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/fragments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace lamella {
namespace {

constexpr double kSpacing = 0.005;
constexpr double kSupport = 2.5;     // spacings
constexpr double kSwell = 0.03;      // of the radius
constexpr double kWavelength = 9.0;  // radii
constexpr double kDensity = 1000.0;

struct Column {
    int radius;  // spacings
    double kappa;

    double length() const { return kWavelength * radius * kSpacing; }
    double wave_number() const { return 2.0 * std::numbers::pi / length(); }
    double viscosity() const { return 0.09 * std::sqrt(kappa * kDensity); }
};

SoleSolver<SphSolver> column_solver(const Run& run, const Column& column) {
    const std::string scene = fmt::format(
        R"({{
  "version": 1,
  "description": "a column of liquid",
  "domain": {{"min": [0, -1, -1], "max": [{0}, 1, 1], "periodic": [true, false, false],
             "open": ["y-", "y+", "z-", "z+"]}},
  "gravity": [0, 0, 0],
  "frames": 1,
  "particle_spacing": {1},
  "solver": {{"type": "sph", "kernel": "mueller2003", "support": {2}, "viscosity": "weiler2018",
             "surface_tension": {{"type": "he2014", "kappa": {3}, "steady": false}}}},
  "fluids": [
    {{"name": "oil", "viscosity": {4},
      "shapes": [{{"type": "cylinder", "start": [{5}, 0, 0], "end": [{6}, 0, 0], "radius": {7}, "jitter": 0.05}}]}}
  ]
}})",
        column.length(), kSpacing, kSupport, column.kappa, column.viscosity(), -0.1 * column.length(),
        1.1 * column.length(), column.radius * kSpacing);
    SphSetup setup = case_setup(run, "liquid_cylinder", scene);
    const auto k = static_cast<Real>(column.wave_number());
    const auto swell = static_cast<Real>(kSwell);
    auto& x = setup.particles.positions();
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3 p = x[i];
        const Real wider = 1.0f + swell * std::cos(k * p.x());
        x.set(i, {p.x() - 2.0f * swell / k * std::sin(k * p.x()), 1.0f + wider * (p.y() - 1.0f),
                  1.0f + wider * (p.z() - 1.0f)});
        x.set(i, setup.domain.periodic.wrapped(x[i]));
    }
    return SoleSolver<SphSolver>(std::move(setup));
}

double mode(const SphSolver& solver, double k) {
    const auto sum = particle_sum(solver, [&](const Vec3d& x, const Vec3d&) { return std::polar(1.0, k * x.x()); });
    return 2.0 * std::abs(sum) / solver.particles().size();
}

// Whether a length of 1.5 spacings of the axis is without liquid.
bool is_cut(const SphSolver& solver, double length) {
    const auto& x = solver.particles().positions();
    std::vector<double> along;
    for (Index i = 0; i < x.size(); ++i) along.push_back(x[i].x());
    std::sort(along.begin(), along.end());
    double widest = along.front() + length - along.back();
    for (std::size_t i = 1; i < along.size(); ++i) widest = std::max(widest, along[i] - along[i - 1]);
    return widest > 1.5 * kSpacing;
}

double rayleigh_rate(const Column& column, double radius) {
    const double sigma = 0.12 * column.kappa / (kSupport * kSpacing);
    const double kr = column.wave_number() * radius;
    return std::sqrt(sigma / (kDensity * std::pow(radius, 3)) * kr * (1.0 - kr * kr) * std::cyl_bessel_i(1.0, kr) /
                     std::cyl_bessel_i(0.0, kr));
}

double weber_rate(const Column& column, double radius) {
    const double k = column.wave_number();
    const double half = 1.5 * column.viscosity() / kDensity * k * k;
    return std::hypot(half, rayleigh_rate(column, radius)) - half;
}

void measure_column(const Run& run, const Column& column, double end, CaseResult& result) {
    SoleSolver<SphSolver> solver = column_solver(run, column);
    const double volume = solver->particles().size() * std::pow(kSpacing, 3);
    const double radius = std::sqrt(volume / (std::numbers::pi * column.length()));
    const std::string name = fmt::format("R = {} d, kappa = {}", column.radius, column.kappa);
    const double k = column.wave_number();
    const double start = mode(solver, k);
    Series measured{name, Series::Mark::dots, {}};
    double t = 0.0;
    for (bool whole = true; t < end - 1e-6 && whole;) {
        t += 0.01;
        advance(run, solver, t);
        measured.points.emplace_back(t, mode(solver, k));
        whole = !is_cut(solver, column.length());
    }
    const double grown = mode(solver, k) / start;
    const bool cut = is_cut(solver, column.length());
    const auto report = [&](const char* quantity, const char* unit, double value, double reference,
                            const char* source) {
        result.measurements.push_back({name + ": " + quantity, unit, value, reference, reported(), source});
    };
    report("1 if the column was cut", "1", cut ? 1.0 : 0.0, 1.0, "Rayleigh 1878: every column breaks up");
    report("when it was cut, or the end of the run", "s", t, 0.0, "He 2014, Fig. 7, without a number");
    report("growth of the mode", "1/s", grown > 1.0 ? std::acosh(grown) / t : 0.0, weber_rate(column, radius),
           "Weber 1931; Rayleigh's rate without viscosity is a third to a half larger");
    result.measurements.push_back({name + ": share of particles in specks", "1",
                                   Fragments(solver->liquid()).share_in_specks(), 0.05, upper_bound(),
                                   "hardly any may be thrown out"});
    result.plots.back().series.push_back(measured);
}

}  // namespace

void measure_liquid_cylinder(const Run& run, const ValidateOptions& options, CaseResult& result) {
    result.plots.push_back({"swelling of the column", "time (s)", "amplitude of the mode", {}});
    if (!options.full) return measure_column(run, {2, 0.03}, 0.5, result);
    for (const int radius : {3, 2})
        for (const double kappa : {0.015, 0.03, 0.06}) measure_column(run, {radius, kappa}, 2.5, result);
}

}  // namespace lamella
