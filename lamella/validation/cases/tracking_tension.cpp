// A drop of water without gravity under the surface tension of a mesh that its particles carry (yu2011), pushed into
// the mode l = 2 as in oscillating_drop. The radius R is that of the particles' volume. Its period over two of them,
// the drift of its centre and the sum of the forces are judged.
#include <lamella/coupling/tension_mesh.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/damped_swing.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kTension = 0.0728, kDensity = 1000.0, kSpacing = 0.001;
constexpr double kSwing = 0.1;  // amplitude of the long axis over the radius

SphSetup drop(const Run& run, double radius, int seed) {
    const std::string scene = fmt::format(R"({{
  "version": 1,
  "description": "a drop of water",
  "domain": {{"min": [-0.04, -0.04, -0.04], "max": [0.04, 0.04, 0.04],
             "open": ["x-", "x+", "y-", "y+", "z-", "z+"]}},
  "gravity": [0, 0, 0],
  "frames": 1,
  "seed": {},
  "particle_spacing": {},
  "solver": {{"type": "sph", "surface_tension": {{"type": "yu2011", "tension": {}}}}},
  "fluids": [{{"name": "water", "viscosity": 0.001,
              "shapes": [{{"type": "sphere", "centre": [0, 0, 0], "radius": {}, "jitter": 0.2}}]}}]
}})",
                                          seed, kSpacing, kTension, radius);
    return case_setup(run, "tracking_tension", scene);
}

Vec3d centre_of(const SphSolver& solver) {
    return particle_sum(solver, [](const Vec3d& x, const Vec3d&) { return Vec3d(x); }) / solver.particles().size();
}

double second_moment(const SphSolver& solver) {
    const Vec3d centre = centre_of(solver);
    const Vec3d m = particle_sum(solver, [&](const Vec3d& x, const Vec3d&) { return Vec3d((x - centre).cwiseAbs2()); });
    return 3.0 * (m.y() - 0.5 * (m.x() + m.z())) / m.sum();
}

struct UnitForces {
    double net = 0.0;     // length of their sum over the sum of their lengths
    double inward = 0.0;  // - sum x . F, the virial, J for 1 N/m
};

UnitForces unit_forces(const SphSolver& solver) {
    TensionMesh mesh({static_cast<Real>(kSpacing), 0.5f});
    mesh.follow(solver.particles());
    const Vec3Column forces = mesh.forces();
    const Vec3d centre = centre_of(solver);
    Vec3d sum = Vec3d::Zero();
    double lengths = 0.0, inward = 0.0;
    for (Index i = 0; i < forces.size(); ++i) {
        const Vec3d force = forces[i].cast<double>();
        sum += force;
        lengths += force.norm();
        inward -= force.dot(solver.particles().positions()[i].cast<double>() - centre);
    }
    return {sum.norm() / lengths, inward};
}

void measure_drop(const Run& run, double radius, int seed, CaseResult& result) {
    SphSetup setup = drop(run, radius, seed);
    const double spacings = std::cbrt(0.75 * setup.particles.size() / std::numbers::pi);
    const double omega = std::sqrt(8.0 * kTension / (kDensity * std::pow(spacings * kSpacing, 3)));
    const double period = 2.0 * std::numbers::pi / omega;
    const auto rate = static_cast<Real>(kSwing * omega);
    set_velocities(setup, [&](const Vec3& x) {
        const Vec3 r = x - Vec3::Constant(0.04f);
        return Vec3(-0.5f * rate * r.x(), rate * r.y(), -0.5f * rate * r.z());
    });
    SoleSolver<SphSolver> solver(std::move(setup));
    const std::string name = fmt::format("R = {:.1f} d, seed {}: ", spacings, seed);
    const UnitForces forces = unit_forces(*solver);
    result.measurements.push_back({name + "sum of the forces over that of their lengths", "1", forces.net, 1e-5,
                                   upper_bound(), "single precision"});
    // The mean pressure that holds the drop is the virial over 3 V. Forces act below the surface, by some tenths of d.
    const double volume = solver->particles().size() * std::pow(kSpacing, 3);
    result.measurements.push_back({name + "pressure by the virial over that of Young and Laplace", "1",
                                   forces.inward / (3.0 * volume) / (2.0 / (spacings * kSpacing)), 1.0, absolute(0.2),
                                   "2 sigma / R"});
    const Vec3d start = centre_of(*solver),
                drift = particle_sum(*solver, [](const Vec3d&, const Vec3d& v) { return Vec3d(v); }) /
                        solver->particles().size();
    Series measured{
        fmt::format("R = {:.1f} d, seed {}", spacings, seed), Series::Mark::dots, {{0.0, second_moment(*solver)}}};
    constexpr int kSamples = 48, kEach = 24;  // two periods
    for (int k = 1; k <= kSamples; ++k) {
        advance(run, solver, period * k / kEach);
        measured.points.emplace_back(period * k / kEach, second_moment(*solver));
    }
    const Vec3d moved = centre_of(*solver) - start - period * kSamples / kEach * drift;
    result.measurements.push_back({name + "drift of the centre a period", "d", 0.5 * moved.norm() / kSpacing, 1e-3,
                                   upper_bound(), "measured with a trial program before this one"});
    result.measurements.push_back({name + "period over that of Rayleigh and Lamb", "1",
                                   fitted_period(measured, omega) / period, 1.0, absolute(0.05),
                                   "Lamb 1932, art. 275"});
    result.plots.back().series.push_back(measured);
}

}  // namespace

void measure_tracking_tension(const Run& run, const ValidateOptions& options, CaseResult& result) {
    result.plots.push_back({"second moment along the axis", "time (s)", "over the mean", {}});
    for (int seed = 0; seed < (options.full ? 5 : 1); ++seed) measure_drop(run, 0.00555, seed, result);
    for (int seed = 0; options.full && seed < 3; ++seed) measure_drop(run, 0.0085, seed, result);
}

}  // namespace lamella
