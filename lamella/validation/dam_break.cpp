// The front of a column of water, a wide and 2 a high, that is let go at once, against the experiments of Martin
// and Moyce 1952 and Koshizuka and Oka 1996. T = t sqrt(2 g / a), Z = x / a, where x is half a spacing beyond the
// 99.5 % quantile of the particles that hang together with the bulk (at least five neighbours). No time shift: the
// experiments have a gate that takes its time, so liquid without one runs ahead.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/dam_break_tables.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kWidth = 0.146;  // a in metres (Koshizuka and Oka 1996)
constexpr double kGravity = 9.81;
constexpr double kLastTime = 3.5;  // T; the front is at Z = 4 before
constexpr double kLargestZ = 4.0;
constexpr Index kLeastNeighbours = 5;

constexpr const char* kScene = R"({
  "version": 1,
  "description": "a column of water collapses",
  "domain": {"min": [0, 0, 0], "max": [0.73, 0.3285, 0.0438], "open": ["y+"]},
  "frames": 1,
  "particle_spacing": 0.00365,
  "fluids": [
    {"name": "water", "viscosity": 0.001, "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.146, 0.292, 1]}]}
  ]
})";

struct Variant {
    std::string solver;
    Real friction = 0.0f;

    std::string name() const { return friction > 0.0f ? fmt::format("{}, friction {:.2g}", solver, friction) : solver; }
};

double scaled_time(double t) { return t * std::sqrt(2.0 * kGravity / kWidth); }

double front(const SphSolver& solver) {
    const auto& x = solver.particles().positions();
    std::vector<double> attached;
    for (Index i = 0; i < x.size(); ++i)  // a particle is its own neighbour
        if (count(solver.liquid().neighbours.of(i)) > kLeastNeighbours) attached.push_back(x[i].x());
    return (quantile(attached, 0.995) + 0.5 * solver.liquid().spacing) / kWidth;
}

SphSetup column(const Run& run, const Variant& variant, bool full) {
    std::vector<std::string> overrides{"solver.pressure=" + variant.solver};
    if (!full)
        for (const char* coarse :
             {"particle_spacing=0.0073", "domain.max=[0.73,0.3285,0.0511]", "domain.periodic=[false,false,true]"})
            overrides.emplace_back(coarse);
    SphSetup setup = case_setup(run, "dam_break", kScene, overrides);
    setup.bodies.front().friction = variant.friction;
    return setup;
}

Curve front_curve(const Run& run, const Variant& variant, bool full) {
    SphSolver solver(column(run, variant, full));
    Curve curve{{0.0, front(solver)}};
    constexpr int kSamples = 70;
    for (int k = 1; k <= kSamples && curve.back().second < kLargestZ + 0.2; ++k) {
        const double t = kLastTime / kSamples * k / scaled_time(1.0);
        advance(run, solver, t);
        curve.emplace_back(scaled_time(t), front(solver));
    }
    return curve;
}

struct Experiment {
    std::string name;
    Curve curve;
};

std::vector<Experiment> experiments() {
    namespace tables = dam_break;
    Curve koshizuka;
    for (const auto& [t, x] : tables::kKoshizukaOka) koshizuka.emplace_back(t * std::sqrt(2.0 * kGravity), x);
    return {{"Martin and Moyce, 1.125 in", {tables::kMartinMoyce1125.begin(), tables::kMartinMoyce1125.end()}},
            {"Martin and Moyce, 2.25 in", {tables::kMartinMoyce2250.begin(), tables::kMartinMoyce2250.end()}},
            {"Koshizuka and Oka", koshizuka}};
}

// (Z - Zref) / Zref at the points of an experiment below Z = 4.
std::vector<double> deviations(const Curve& measured, const Curve& experiment) {
    std::vector<double> all;
    for (const auto& [T, Z] : experiment)
        if (Z < kLargestZ && T <= measured.back().first) all.push_back(value_at(measured, T) / Z - 1.0);
    return all;
}

void add_variant(const Variant& variant, const Curve& curve, bool judged, CaseResult& result) {
    std::vector<double> all;
    for (const Experiment& experiment : experiments()) {
        const std::vector<double> part = deviations(curve, experiment.curve);
        all.insert(all.end(), part.begin(), part.end());
        result.measurements.push_back(
            {fmt::format("{}: mean deviation of the front from {}", variant.name(), experiment.name), "1",
             mean_of(part), 0.0, reported(), "positive: ahead of the experiment"});
    }
    result.measurements.push_back({variant.name() + ": rms deviation of the front, Z < 4", "1", root_mean_square(all),
                                   0.08, judged ? upper_bound() : reported(), "the readings themselves differ by 8 %"});
}

}  // namespace

void measure_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<Variant> variants{{"dfsph"}};
    if (options.full) variants = {{"dfsph"}, {"wcsph"}, {"pcisph"}, {"local_poisson"}, {"dfsph", 0.08f}};
    Plot plot{"The front", "T = t sqrt(2 g / a)", "Z = x / a", {}};
    for (const Variant& variant : variants) {
        const Curve curve = front_curve(run, variant, options.full);
        add_variant(variant, curve, variant.friction == 0.0f, result);
        plot.series.push_back({variant.name(), Series::Mark::line, curve});
    }
    for (const Experiment& experiment : experiments()) {
        Series series{experiment.name, Series::Mark::dots, {}};
        for (const auto& point : experiment.curve)
            if (point.second < kLargestZ) series.points.push_back(point);
        plot.series.push_back(series);
    }
    result.plots.push_back(plot);
}

}  // namespace lamella
