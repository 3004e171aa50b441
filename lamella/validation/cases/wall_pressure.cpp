// The pressure on the wall that a dam break meets, against Lobovsky et al. 2014: a column 600 mm long and H = 300 mm
// high in a tank 1610 mm long. Scaled by T = t sqrt(g / H) and rho g H.
//
// A sensor is a patch of the wall; its pressure is the force of the water on it over its area, and that force is
// what the boundary particles of the patch receive from the pressure forces of each step (Akinci 2012, eq. 9):
//
//     F = sum_i sum_b m P_i V_b grad W_ib,   P_i = p_i / rho0 of both solves of the step.
//
// The wall's particles are those of the solver; forces are sampled after each step and smoothed over 0.1 sqrt(H/g).
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/wall_pressure_tables.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kDepth = 0.3;  // H in metres
constexpr double kGravity = 9.81;
constexpr double kLength = 1.61;
constexpr double kSmoothing = 0.1;  // of T
constexpr double kArrived = 0.1;    // p / (rho g H)

constexpr const char* kScene = R"({
  "version": 1,
  "description": "a dam break hits a wall",
  "domain": {"min": [0, 0, 0], "max": [1.61, 0.6, 0.05], "periodic": [false, false, true], "open": ["y+"]},
  "frames": 1,
  "particle_spacing": 0.007,
  "fluids": [{"name": "water", "viscosity": 0.001, "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.6, 0.3, 1]}]}]
})";

struct Sensor {
    std::string name;
    double height;  // m
    Curve experiment;
    bool arrives;    // whether the arrival is judged
    bool pushes;     // and the impulse
    Curve measured;  // (T, p / (rho g H)), step by step
};

template <std::size_t N>
Curve curve_of(const std::array<dam_break::Point, N>& table) {
    return {table.begin(), table.end()};
}

std::vector<Sensor> sensors() {
    return {{"sensor 1 (3 mm)", 0.003, curve_of(dam_break::kLobovskyP1), true, false, {}},
            {"sensor 3 (30 mm)", 0.03, curve_of(dam_break::kLobovskyP3), true, true, {}},
            {"sensor 4 (80 mm)", 0.08, curve_of(dam_break::kLobovskyP4), false, false, {}}};
}

// Of the particles of the end wall that are at most a spacing above or below the height.
double mean_pressure(const SphSolver& solver, double height) {
    const SphLiquid& liquid = solver.liquid();
    const ParticleSet& water = solver.particles();
    const auto& x = water.positions();
    const auto& p = water.get<ScalarColumn>("pressure");
    const auto* again = water.find<ScalarColumn>("divergence_pressure");  // of DFSPH
    const ParticleSet& walls = liquid.boundary.sets().front().particles;
    const auto& volume = walls.get<ScalarColumn>("volume");
    const double d = liquid.spacing;
    double force = 0.0;
    Index area = 0;  // in squares of a spacing
    std::vector<Index> near;
    for (Index i = 0; i < x.size(); ++i)
        if (x[i].x() > kLength - liquid.support && x[i].y() < height + 4.0 * d) near.push_back(i);
    for (Index b = 0; b < walls.size(); ++b) {
        const Vec3 place = walls.positions()[b];
        if (place.x() < kLength || place.y() < 0.0f || std::abs(place.y() - height) > d) continue;
        ++area;
        for (const Index i : near) {
            const Vec3 difference = liquid.grid.box().nearest(x[i] - place);
            const Real r = difference.norm();
            if (r >= liquid.support) continue;
            const Real pressure = p[i] + (again ? (*again)[i] : 0.0f);
            force += d * d * d * pressure * volume[b] * liquid.kernel.slope_over_r(r) * difference.x();
        }
    }
    return force / (area * d * d);
}

// Means over kSmoothing.
Curve smoothed(const Curve& steps) {
    Curve curve;
    for (double T = steps.front().first; T < steps.back().first; T += 0.25 * kSmoothing)
        curve.emplace_back(T, integral(steps, T - 0.5 * kSmoothing, T + 0.5 * kSmoothing) / kSmoothing);
    return curve;
}

void add_sensor(const Sensor& sensor, bool full, CaseResult& result) {
    const Curve curve = smoothed(sensor.measured);
    const double arrival = first_reach(curve, kArrived);
    const double expected = first_reach(sensor.experiment, kArrived);
    const double impulse = integral(curve, arrival, arrival + 2.0);
    auto& out = result.measurements;
    out.push_back({sensor.name + ": arrival, t sqrt(g / H)", "1", arrival, expected,
                   sensor.arrives ? relative(full ? 0.05 : 0.08) : reported(), "Lobovsky et al. 2014"});
    out.push_back({sensor.name + ": impulse within 2 sqrt(H / g), over rho g H sqrt(H / g)", "1", impulse,
                   integral(sensor.experiment, expected, expected + 2.0), sensor.pushes ? relative(0.15) : reported(),
                   "Lobovsky et al. 2014"});
    result.plots.push_back(
        {sensor.name,
         "t sqrt(g / H)",
         "p / (rho g H)",
         {{"measured", Series::Mark::line, curve}, {"experiment", Series::Mark::dots, sensor.experiment}}});
}

}  // namespace

void measure_wall_pressure(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> overrides;
    if (!options.full) overrides = {"particle_spacing=0.015", "domain.max=[1.61,0.6,0.105]"};
    SoleSolver<SphSolver> solver(case_setup(run, "wall_pressure", kScene, overrides));
    std::vector<Sensor> all = sensors();
    const double unit = std::sqrt(kDepth / kGravity);
    advance(run, solver, 2.0 * unit);
    advance(run, solver, 4.8 * unit, [&](double) {
        for (Sensor& sensor : all)
            sensor.measured.emplace_back(solver->time() / unit,
                                         mean_pressure(solver, sensor.height) / (1000.0 * kGravity * kDepth));
    });
    for (const Sensor& sensor : all) add_sensor(sensor, options.full, result);
}

}  // namespace lamella
