// A drop of water without gravity, 1 cm across, under each surface tension of SPH with otherwise default settings.
//
// Given in N/m: it starts round with the velocities of the mode l = 2, u = A grad (2 y^2 - x^2 - z^2) / 4, and swings
// as
//
//     y2(t) = a exp(-b t) sin(omega t) + c,   omega^2 = 8 sigma / (rho R^3)                 (Lamb 1932, art. 275)
//
// y2 being the second moment along y less the mean of those across, over their mean. The period is that of the damped
// sine that fits best. Lamb's damping, 5 nu / R^2, is far below that of the particles and not judged.
//
// Every entry: the drop without a push has all its particles in one piece at the end, and is at rest.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/damped_swing.hpp>
#include <lamella/validation/fragments.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kTension = 0.0728;
constexpr double kDensity = 1000.0;
constexpr double kRadius = 0.005;
constexpr double kSwing = 0.1;  // amplitude of the long axis over the radius

struct Tension {
    const char* name;
    const char* strength;  // its key
    double value;          // for water; kappa, in newtons, over the spacing
    bool swings;           // given in N/m
};
constexpr Tension kTensions[] = {{"akinci2013", "tension", kTension, true},
                                 {"becker2007", "strength", kTension / 1.8, false},
                                 {"he2014", "kappa", kTension * 2.5 / 0.12, false}};

double omega() { return std::sqrt(8.0 * kTension / (kDensity * std::pow(kRadius, 3))); }

// The speed of capillary waves of the drop's size.
double capillary_speed() { return std::sqrt(kTension / (kDensity * kRadius)); }

SphSetup drop(const Run& run, const Tension& tension, int across) {
    const double d = 2.0 * kRadius / across;
    const double strength = std::string(tension.strength) == "kappa" ? tension.value * d : tension.value;
    const std::string scene = fmt::format(R"({{
  "version": 1,
  "description": "a drop of water",
  "domain": {{"min": [-0.02, -0.02, -0.02], "max": [0.02, 0.02, 0.02],
             "open": ["x-", "x+", "y-", "y+", "z-", "z+"]}},
  "gravity": [0, 0, 0],
  "frames": 1,
  "particle_spacing": {},
  "solver": {{"type": "sph", "surface_tension": {{"type": "{}", "{}": {}}}}},
  "fluids": [{{"name": "water", "viscosity": 0.001,
              "shapes": [{{"type": "sphere", "centre": [0, 0, 0], "radius": {}}}]}}]
}})",
                                          d, tension.name, tension.strength, strength, kRadius);
    return case_setup(run, "oscillating_drop", scene);
}

double second_moment(const SphSolver& solver) {
    const Vec3d centre =
        particle_sum(solver, [](const Vec3d& x, const Vec3d&) { return Vec3d(x); }) / solver.particles().size();
    const Vec3d m = particle_sum(solver, [&](const Vec3d& x, const Vec3d&) { return Vec3d((x - centre).cwiseAbs2()); });
    return 3.0 * (m.y() - 0.5 * (m.x() + m.z())) / m.sum();
}

void measure_period(const Run& run, const Tension& tension, int across, CaseResult& result) {
    SphSetup setup = drop(run, tension, across);
    const auto rate = static_cast<Real>(kSwing * omega());
    set_velocities(setup, [&](const Vec3& x) {
        const Vec3 r = x - Vec3::Constant(0.02f);
        return Vec3(-0.5f * rate * r.x(), rate * r.y(), -0.5f * rate * r.z());
    });
    SoleSolver<SphSolver> solver(std::move(setup));
    const std::string name = fmt::format("{}, R = {} d", tension.name, across / 2);
    Series measured{name, Series::Mark::dots, {{0.0, second_moment(solver)}}};
    const double period = 2.0 * std::numbers::pi / omega();
    for (int k = 1; k <= 60; ++k) {
        advance(run, solver, period * k / 24.0);
        measured.points.emplace_back(period * k / 24.0, second_moment(solver));
    }
    result.measurements.push_back({name + ": period over that of Rayleigh and Lamb", "1",
                                   fitted_period(measured, omega()) / period, 1.0, absolute(0.07),
                                   "Lamb 1932, art. 275; the number of the method was found by this"});
    result.plots.back().series.push_back(measured);
}

void measure_rest(const Run& run, const Tension& tension, int across, double end, CaseResult& result) {
    SoleSolver<SphSolver> solver(drop(run, tension, across));
    const Index particles = solver->particles().size();
    advance(run, solver, end);
    const Fragments pieces(solver->liquid());
    const Index whole = pieces.sizes[static_cast<std::size_t>(pieces.largest)];
    const double squares =
        particle_sum(*solver, [](const Vec3d&, const Vec3d& v) { return v.squaredNorm(); }) / particles;
    const std::string name = fmt::format("{}, R = {} d, {} s", tension.name, across / 2, end);
    result.measurements.push_back({name + ": particles that are not in the drop", "1", double(particles - whole), 0.0,
                                   absolute(0.0), "a drop of water stays a drop"});
    result.measurements.push_back({name + ": rms speed over sqrt(sigma / (rho R))", "1",
                                   std::sqrt(squares) / capillary_speed(), 0.1, upper_bound(), "at rest"});
}

}  // namespace

void measure_oscillating_drop(const Run& run, const ValidateOptions& options, CaseResult& result) {
    result.plots.push_back({"second moment along the axis", "time (s)", "over the mean", {}});
    for (const Tension& tension : kTensions) {
        measure_rest(run, tension, options.full ? 16 : 8, options.full ? 1.0 : 0.3, result);
        if (!tension.swings) continue;
        measure_period(run, tension, 16, result);
        if (options.full) measure_period(run, tension, 24, result);
    }
}

}  // namespace lamella
