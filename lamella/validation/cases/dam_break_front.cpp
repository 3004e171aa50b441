#include <lamella/particles/neighbours.hpp>
#include <lamella/validation/cases/dam_break_front.hpp>
#include <lamella/validation/cases/dam_break_tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {

const char* const kDamBreakScene = R"({
  "version": 1,
  "description": "a column of water collapses",
  "domain": {"min": [0, 0, 0], "max": [0.73, 0.3285, 0.0438], "open": ["y+"]},
  "frames": 1,
  "particle_spacing": 0.00365,
  "fluids": [
    {"name": "water", "viscosity": 0.001, "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.146, 0.292, 1]}]}
  ]
})";

namespace {

constexpr double kWidth = 0.146;  // a in metres (Koshizuka and Oka 1996)
constexpr double kGravity = 9.81;
constexpr double kLastTime = 3.5;  // T; the front is at Z = 4 before
constexpr double kLargestZ = 4.0;
constexpr Index kLeastNeighbours = 5;
constexpr Real kNear = 2.0f;  // spacings

double scaled_time(double t) { return t * std::sqrt(2.0 * kGravity / kWidth); }

double front(const ParticleSet& liquid, Real spacing) {
    ParticleSet points;
    points.resize(liquid.size());
    points.add<Vec3Column>("P") = liquid.positions();
    NeighbourGrid grid(kNear * spacing);
    grid.build(points);
    Neighbours neighbours;
    neighbours.find(grid, points.positions());
    std::vector<double> attached;
    for (Index i = 0; i < points.size(); ++i)  // a particle is its own neighbour
        if (count(neighbours.of(i)) > kLeastNeighbours) attached.push_back(points.positions()[i].x());
    return (quantile(attached, 0.995) + 0.5 * spacing) / kWidth;
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

}  // namespace

Curve front_curve(FunctionRef<const ParticleSet&(double t)> liquid_at, Real spacing) {
    Curve curve;
    constexpr int kSamples = 70;
    for (int k = 0; k <= kSamples && (curve.empty() || curve.back().second < kLargestZ + 0.2); ++k) {
        const double t = kLastTime / kSamples * k / scaled_time(1.0);
        curve.emplace_back(scaled_time(t), front(liquid_at(t), spacing));
    }
    return curve;
}

void add_front(const std::string& name, const Curve& curve, bool judged, CaseResult& result) {
    std::vector<double> all;
    for (const Experiment& experiment : experiments()) {
        const std::vector<double> part = deviations(curve, experiment.curve);
        all.insert(all.end(), part.begin(), part.end());
        result.measurements.push_back({fmt::format("{}: mean deviation of the front from {}", name, experiment.name),
                                       "1", mean_of(part), 0.0, reported(), "positive: ahead of the experiment"});
    }
    result.measurements.push_back({name + ": rms deviation of the front, Z < 4", "1", root_mean_square(all), 0.08,
                                   judged ? upper_bound() : reported(), "the readings themselves differ by 8 %"});
}

void add_experiments(Plot& plot) {
    for (const Experiment& experiment : experiments()) {
        Series series{experiment.name, Series::Mark::dots, {}};
        for (const auto& point : experiment.curve)
            if (point.second < kLargestZ) series.points.push_back(point);
        plot.series.push_back(series);
    }
}

}  // namespace lamella
