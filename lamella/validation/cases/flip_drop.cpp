// A drop of water without gravity, 1 cm across, under FLIP with surface tension.
//
// At rest: the pressure inside is that of Laplace, 2 sigma / R, all particles are in one piece at the end, and the drop
// neither churns nor wanders. R is that of the particles' volume.
//
// Pushed: it starts round with the velocities of the mode l = 2, u = A grad (2 y^2 - x^2 - z^2) / 4, and swings with
// omega^2 = 8 sigma / (rho R^3) (Lamb 1932, art. 275).
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
constexpr double kSwing = 0.1;     // amplitude of the long axis over the radius
constexpr double kSettled = 0.05;  // s; from here on the pressure counts
constexpr Real kLink = 1.5f;       // spacings within which particles are in one piece

// What a drop of this radius is measured by.
struct Scales {
    double radius;

    double jump() const { return 2.0 * kTension / radius; }
    double omega() const { return std::sqrt(8.0 * kTension / (kDensity * std::pow(radius, 3))); }
    double speed() const { return std::sqrt(kTension / (kDensity * radius)); }  // of capillary waves of its size
};

FlipSetup drop(const Run& run, int across) {
    const std::string scene = fmt::format(R"({{
  "version": 1,
  "description": "a drop of water",
  "domain": {{"min": [-0.02, -0.02, -0.02], "max": [0.02, 0.02, 0.02],
             "open": ["x-", "x+", "y-", "y+", "z-", "z+"]}},
  "gravity": [0, 0, 0],
  "frames": 1,
  "particle_spacing": {},
  "solver": {{"type": "flip", "surface_tension": {}}},
  "fluids": [{{"name": "water", "viscosity": 0.001,
              "shapes": [{{"type": "sphere", "centre": [0, 0, 0], "radius": {}}}]}}]
}})",
                                          2.0 * kRadius / across, kTension, kRadius);
    FlipSetup setup = flip_case_setup(run, "flip_drop", scene);
    setup.probed.pressure = true;
    return setup;
}

Scales scales_of(const FlipSetup& setup) {
    const double volume = setup.particles.size() * std::pow(static_cast<double>(setup.spacing), 3);
    return {std::cbrt(0.75 * volume / std::numbers::pi)};
}

Vec3d centre_of(const FlipSolver& solver) {
    return particle_sum(solver, [](const Vec3d& x, const Vec3d&) { return Vec3d(x); }) / solver.particles().size();
}

double second_moment(const FlipSolver& solver) {
    const Vec3d centre = centre_of(solver);
    const Vec3d m = particle_sum(solver, [&](const Vec3d& x, const Vec3d&) { return Vec3d((x - centre).cwiseAbs2()); });
    return 3.0 * (m.y() - 0.5 * (m.x() + m.z())) / m.sum();
}

// The mean within half of the radius.
double pressure_inside(const FlipSolver& solver) {
    const Vec3d centre = centre_of(solver);
    double sum = 0.0;
    int count = 0;
    for (const PressureSample& sample : solver.liquid_view().pressures) {
        if ((sample.at.cast<double>() - centre).norm() > 0.5 * kRadius) continue;
        sum += sample.pressure;
        ++count;
    }
    return sum / count;
}

void measure_rest(const Run& run, int across, double end, CaseResult& result) {
    FlipSetup setup = drop(run, across);
    const Scales scales = scales_of(setup);
    const Real spacing = setup.spacing;
    SoleSolver<FlipSolver> solver(std::move(setup));
    const Vec3d start = centre_of(solver);
    const Index particles = solver->particles().size();
    double impulse = 0.0, time = 0.0;
    advance(run, solver, end, [&](double dt) {
        if (solver->time() < kSettled) return;
        impulse += dt * pressure_inside(solver);
        time += dt;
    });
    const Fragments pieces(solver->particles(), kLink * spacing);
    const Index whole = pieces.sizes[static_cast<std::size_t>(pieces.largest)];
    const double squares =
        particle_sum(*solver, [](const Vec3d&, const Vec3d& v) { return v.squaredNorm(); }) / particles;
    const std::string name = fmt::format("R = {} d, {} s: ", across / 2, end);
    auto& out = result.measurements;
    out.push_back({name + "mean pressure inside over that of Laplace", "1", impulse / time / scales.jump(), 1.0,
                   absolute(0.05), "2 sigma / R"});
    out.push_back({name + "particles that are not in the drop", "1", double(particles - whole), 0.0, absolute(0.0),
                   "a drop of water stays a drop"});
    out.push_back({name + "rms speed over sqrt(sigma / (rho R))", "1", std::sqrt(squares) / scales.speed(), 0.05,
                   upper_bound(), "at rest"});
    out.push_back({name + "way of the centre over the radius", "1", (centre_of(solver) - start).norm() / scales.radius,
                   0.2, upper_bound(), "at rest"});
}

void measure_period(const Run& run, int across, CaseResult& result) {
    FlipSetup setup = drop(run, across);
    const Scales scales = scales_of(setup);
    const auto rate = static_cast<Real>(kSwing * scales.omega());
    set_velocities(setup, [&](const Vec3& x) {
        const Vec3 r = x - Vec3::Constant(0.02f);
        return Vec3(-0.5f * rate * r.x(), rate * r.y(), -0.5f * rate * r.z());
    });
    SoleSolver<FlipSolver> solver(std::move(setup));
    const std::string name = fmt::format("R = {} d", across / 2);
    Series measured{name, Series::Mark::dots, {{0.0, second_moment(solver)}}};
    const double period = 2.0 * std::numbers::pi / scales.omega();
    for (int k = 1; k <= 60; ++k) {
        advance(run, solver, period * k / 24.0);
        measured.points.emplace_back(period * k / 24.0, second_moment(solver));
    }
    result.measurements.push_back({name + ": period over that of Rayleigh and Lamb", "1",
                                   fitted_period(measured, scales.omega()) / period, 1.0, absolute(0.1),
                                   "Lamb 1932, art. 275"});
    result.plots.back().series.push_back(measured);
}

}  // namespace

void measure_flip_drop(const Run& run, const ValidateOptions& options, CaseResult& result) {
    result.plots.push_back({"second moment along the axis", "time (s)", "over the mean", {}});
    measure_rest(run, 16, options.full ? 1.0 : 0.3, result);
    measure_period(run, 16, result);
    if (!options.full) return;
    measure_rest(run, 24, 1.0, result);
    measure_period(run, 32, result);
}

}  // namespace lamella
