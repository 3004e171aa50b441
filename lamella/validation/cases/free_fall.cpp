// Free fall in a vacuum: one drop at rest in itself, and two drops that collide off their centres on the
// way down. Inner forces must move neither the common centre nor change the momenta:
//
//     y = y0 - g t^2 / 2,   P = -m g t,   L = L0 about the centre.
//
// Symplectic Euler falls by another g t dt / 2: sum_k (g t_k) dt with t_k at the end of each step.
#include <lamella/validation/case_run.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr const char* kScene = R"({
  "version": 1,
  "description": "a drop and a pair of colliding drops fall in a vacuum",
  "domain": {"min": [-0.1, -1.6, -0.7], "max": [1.9, 0.7, 0.7], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]},
  "frame_rate": 50,
  "frames": 21,
  "particle_spacing": 0.01,
  "solver": {"type": "sph", "pressure": {"type": "wcsph", "max_speed": 2}},
  "fluids": [
    {"name": "drop", "shapes": [{"type": "sphere", "centre": [0, 0, 0], "radius": 0.06}]},
    {"name": "pair", "shapes": [
      {"type": "sphere", "centre": [0.92, 0.02, 0], "radius": 0.06, "velocity": [0.5, 0, 0]},
      {"type": "sphere", "centre": [1.08, -0.02, 0], "radius": 0.06, "velocity": [-0.5, 0, 0]}
    ]}
  ]
})";

constexpr const char* kEuler = "y0 - g t^2/2; symplectic Euler falls by g t dt/2 more";
constexpr const char* kRounding = "Newton; rounding of single precision";

// The motion of all particles of a fluid as one body.
struct Clump {
    Index particles = 0;
    Vec3d centre;
    Vec3d velocity;          // of the centre
    Vec3d angular_momentum;  // about the centre, per mass
    double rms_radius = 0.0;
};

Clump body_of(const ParticleSet& set) {
    Clump body;
    body.particles = set.size();
    body.centre = mean_over(set, [&](Index i) { return position(set, i); });
    body.velocity = mean_over(set, [&](Index i) { return velocity(set, i); });
    body.angular_momentum = mean_over(set, [&](Index i) {
        return cross(Vec3d(position(set, i) - body.centre), Vec3d(velocity(set, i) - body.velocity));
    });
    body.rms_radius =
        std::sqrt(mean_over(set, [&](Index i) { return (position(set, i) - body.centre).squaredNorm(); }));
    return body;
}

std::vector<Clump> bodies_of(const CaseRun& run, const std::string& fluid) {
    std::vector<Clump> bodies;
    for (Index frame = 1; frame <= run.frames(); ++frame) bodies.push_back(body_of(run.particles(fluid, frame)));
    return bodies;
}

double largest(const std::vector<double>& values) {
    double most = 0.0;
    for (const double v : values) most = std::fmax(most, v);  // passes over what is not a number
    return most;
}

// What holds for any body, whatever happens inside it.
void add_fall(const CaseRun& run, const std::string& name, const std::vector<Clump>& bodies, CaseResult& result) {
    const Clump& start = bodies.front();
    const Clump& end = bodies.back();
    const double t = run.time_of(run.frames());
    const double g = run.gravity();
    const double dt = largest(run.ledger("dt_max_s"));
    const double mass = run.particle_mass() * end.particles;
    auto& out = result.measurements;
    out.push_back({name + ": height of the centre", "m", end.centre.y(), start.centre.y() - 0.5 * g * t * t,
                   absolute(0.5 * g * t * dt + 1e-5), kEuler});
    out.push_back({name + ": momentum downwards", "kg m/s", -mass * end.velocity.y(), mass * g * t, relative(1e-4),
                   "m g t; rounding of single precision"});
    const Vec3d sideways(end.velocity.x() - start.velocity.x(), 0.0, end.velocity.z() - start.velocity.z());
    out.push_back({name + ": momentum sideways", "kg m/s", mass * sideways.norm(), 0.0, absolute(1e-4 * mass * g * t),
                   kRounding});
    out.push_back({name + ": particles lost", "1", double(start.particles - end.particles), 0.0, absolute(0.0),
                   "nothing is in reach"});
}

Series heights(const CaseRun& run, const std::string& name, const std::vector<Clump>& bodies) {
    Series series{name, Series::Mark::dots, {}};
    for (Index f = 1; f <= run.frames(); ++f) series.points.emplace_back(run.time_of(f), bodies[f - 1].centre.y());
    return series;
}

Series parabola(const CaseRun& run) {
    Series series{"-g t^2/2", Series::Mark::line, {}};
    const double end = run.time_of(run.frames());
    for (int k = 0; k <= 100; ++k) {
        const double t = end * k / 100.0;
        series.points.emplace_back(t, -0.5 * run.gravity() * t * t);
    }
    return series;
}

Series spins(const CaseRun& run, const std::vector<Clump>& pair) {
    Series series{"colliding drops", Series::Mark::dots, {}};
    for (Index f = 1; f <= run.frames(); ++f)
        series.points.emplace_back(run.time_of(f), pair[f - 1].angular_momentum.z() / pair[0].angular_momentum.z());
    return series;
}

}  // namespace

void measure_free_fall(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const std::vector<std::string> overrides{fmt::format("particle_spacing={}", options.full ? 0.005 : 0.01)};
    const CaseRun fall(run, options, result, kScene, overrides);
    if (!fall.done()) return;
    const std::vector<Clump> drop = bodies_of(fall, "drop");
    const std::vector<Clump> pair = bodies_of(fall, "pair");
    add_fall(fall, "drop", drop, result);
    result.measurements.push_back({"drop: growth of the rms radius, in particle spacings", "1",
                                   (drop.back().rms_radius - drop.front().rms_radius) / fall.spacing(), 0.0,
                                   absolute(0.01), "nothing pushes but the rounding of positions in each step"});
    add_fall(fall, "colliding drops", pair, result);
    result.measurements.push_back({"colliding drops: angular momentum over that of the start", "1",
                                   pair.back().angular_momentum.z() / pair.front().angular_momentum.z(), 1.0,
                                   absolute(1e-3), "pair forces are central; rounding of single precision"});
    result.plots.push_back({"Height of the centre",
                            "time (s)",
                            "height (m)",
                            {heights(fall, "drop", drop), heights(fall, "colliding drops", pair), parabola(fall)}});
    result.plots.push_back(
        {"Angular momentum about the centre, over that of the start", "time (s)", "ratio", {spins(fall, pair)}});
}

}  // namespace lamella
