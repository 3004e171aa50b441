// A column of water at rest under its own weight: p = rho0 g (H - y), nothing moves. Periodic across, so
// that only the floor and the water itself carry the weight. Pressures are means over the last second.
#include <lamella/validation/case_run.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace lamella {
namespace {

constexpr double kHeight = 1.0;  // H in metres

constexpr const char* kScene = R"({
  "version": 1,
  "description": "a column of water settles under its own weight",
  "domain": {"min": [0, 0, 0], "max": [0.6, 1.4, 0.6], "periodic": [true, false, true]},
  "frame_rate": 50,
  "frames": 151,
  "particle_spacing": 0.05,
  "solver": {"type": "sph", "viscosity": {"type": "artificial", "alpha": 0.2}},
  "fluids": [
    {"name": "water", "shapes": [{"type": "half_space", "point": [0, 1, 0], "normal": [0, 1, 0]}]}
  ],
  "output": {"attributes": ["pressure"]}
})";

constexpr Index kAveragedFrames = 50;

// What the water does during the averaged frames.
struct Settled {
    Curve pressures;  // (depth, pressure) of every particle in every frame
    double square_speed = 0.0;
    double top = 0.0;
    double compression = 0.0;
    Index particles = 0;
};

void add_frame(const CaseRun& run, const ParticleSet& water, Settled& settled) {
    const auto& pressure = water.get<ScalarColumn>("pressure");
    const auto& density = water.get<ScalarColumn>("density");
    const double rho0 = run.density();
    double top = 0.0, compression = 0.0;
    for (Index i = 0; i < water.size(); ++i) {
        const double y = position(water, i).y();
        settled.pressures.emplace_back(kHeight - y, pressure[i]);
        top = std::max(top, y + 0.5 * run.spacing());
        compression = std::max(compression, density[i] / rho0 - 1.0);
    }
    settled.top += top / kAveragedFrames;
    settled.compression += compression / kAveragedFrames;
    settled.square_speed +=
        mean_over(water, [&](Index i) { return velocity(water, i).squaredNorm(); }) / kAveragedFrames;
    settled.particles = water.size();
}

Settled settled_water(const CaseRun& run) {
    Settled settled;
    for (Index frame = run.frames() - kAveragedFrames + 1; frame <= run.frames(); ++frame)
        add_frame(run, run.particles("water", frame), settled);
    return settled;
}

double largest_speed(const ParticleSet& water) {
    double fastest = 0.0;
    for (Index i = 0; i < water.size(); ++i) fastest = std::max(fastest, velocity(water, i).norm());
    return fastest;
}

// The mean pressure of each layer of one particle spacing.
Curve layer_means(const Curve& points, double spacing) {
    std::map<long, Vec3d> layers;  // sums of depth, pressure, 1
    for (const auto& [depth, pressure] : points)
        layers.try_emplace(std::lround(std::floor(depth / spacing)), Vec3d::Zero()).first->second +=
            Vec3d(depth, pressure, 1.0);
    Curve means;
    for (const auto& [layer, sum] : layers) means.emplace_back(sum[0] / sum[2], sum[1] / sum[2]);
    return means;
}

void add_pressure(const CaseRun& run, const Settled& settled, bool full, CaseResult& result) {
    const double weight = run.density() * run.gravity();
    const double d = run.spacing();
    const Line line = fitted_line(settled.pressures, 2.0 * d, kHeight - 2.0 * d);
    result.measurements.push_back(
        {"slope of the pressure over the depth", "Pa/m", line.slope, weight, relative(full ? 0.03 : 0.05),
         "rho g; particles nearer than two spacings to the floor or the surface left out; the "
         "kernel's gradients sum to 1.02 on a lattice"});
    result.measurements.push_back({"depth at which the fitted pressure is zero, in particle spacings", "1",
                                   -line.offset / line.slope / d, 0.0, absolute(1.0), "the surface"});
    result.plots.push_back({"Mean pressure of each layer of particles",
                            "depth (m)",
                            "pressure (Pa)",
                            {{"layers", Series::Mark::dots, layer_means(settled.pressures, d)},
                             {"rho g depth", Series::Mark::line, {{0.0, 0.0}, {kHeight, weight * kHeight}}}}});
}

void add_place(const CaseRun& run, const Settled& settled, CaseResult& result) {
    const Index start = run.particles("water", 1).size();
    result.measurements.push_back({"height of the surface", "m", settled.top, kHeight, absolute(run.spacing()),
                                   "the filled height, within one particle spacing"});
    result.measurements.push_back({"largest compression", "1", settled.compression, 0.0, absolute(0.01),
                                   "the weight of the column is carried without being seen"});
    result.measurements.push_back(
        {"particles lost", "1", double(start - settled.particles), 0.0, absolute(0.0), "the floor is closed"});
}

void add_motion(const CaseRun& run, const Settled& settled, bool full, CaseResult& result) {
    const double wave_speed = std::sqrt(run.gravity() * kHeight);
    const double fastest = largest_speed(run.particles("water", run.frames()));
    result.measurements.push_back({"rms speed over sqrt(g H)", "1", std::sqrt(settled.square_speed) / wave_speed, 0.0,
                                   absolute(full ? 0.005 : 0.01), "at rest"});
    result.measurements.push_back({"largest speed over sqrt(g H)", "1", fastest / wave_speed, 0.0, absolute(0.02),
                                   "at rest; good codes stay below 0.01"});
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
    if (options.full) overrides = {"particle_spacing=0.03125", "domain.max=[0.375,1.5,0.375]", "frames=251"};
    const CaseRun column(run, options, result, kScene, overrides);
    if (!column.done()) return;
    const Settled settled = settled_water(column);
    add_pressure(column, settled, options.full, result);
    add_place(column, settled, result);
    add_motion(column, settled, options.full, result);
    result.plots.push_back(speed_plot(column));
}

}  // namespace lamella
