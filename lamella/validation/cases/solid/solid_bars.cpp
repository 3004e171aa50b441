// Elastic solids against mechanics: a stretched bar (Young's modulus and Poisson's ratio as it shows them), a beam that
// bends under its own weight and swings (Timoshenko; Euler and Bernoulli), a tumbling block.
#include <lamella/solid/solid_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kNu = 0.3;  // E = 1e5 Pa, 1000 kg/m^3

template <class F>
double mean_where(const Solid& solid, F&& chosen, int axis) {
    double sum = 0.0;
    int count = 0;
    for (Index i = 0; i < solid.size(); ++i)
        if (chosen(solid.elasticity().shape().place(i))) {
            sum += solid.displacement(i)[axis];
            ++count;
        }
    return sum / count;
}

// A bar of 5 : 1 whose ends are drawn apart, at rest by drag: the pull over area and strain in its middle.
void measure_bar(const Run& run, int across, CaseResult& result) {
    const double d = 1.0 / across, strain = 0.002;
    SolidScene scene;
    scene.domain = kOpenDomain;
    scene.spacing = d;
    scene.forces = R"([{"type": "wind", "velocity": [0, 0, 0], "drag": 12}])";
    scene.solids = fmt::format(
        R"({{"name": "bar", "youngs_modulus": 1e5, "shape": {{"type": "box", "min": [0, 0, 0], "max": [5, 1, 1]}},
            "held": [{{"type": "box", "min": [-1, -1, -1], "max": [{0}, 2, 2]}},
                     {{"type": "box", "min": [{1}, -1, -1], "max": [6, 2, 2],
                      "motion": {{"keys": [{{"time": 0}}, {{"time": 0.5, "translation": [{2}, 0, 0]}}]}}}}]}})",
        d, 5.0 - d, 5.0 * strain);
    World world = world_of(run, scene);
    advance(run, world, 4.0);
    const Solid& bar = world.get<SolidSolver>().solids()[0];
    double pull = 0.0;
    std::vector<Vec3> forces(static_cast<std::size_t>(bar.size()));
    bar.elasticity().forces(bar.displacements(), [&](Index i, const Vec3& f) { forces[i] = f; });
    const auto x_of = [&](Index i) { return bar.elasticity().shape().place(i).x() - 4.0f; };
    for (Index i = 0; i < bar.size(); ++i)
        if (x_of(i) > 2.5f) pull -= forces[i].x();
    const auto at = [&](double x, int axis, double side) {
        return mean_where(
            bar,
            [&](const Vec3& X) {
                const double y = X.y() - 4.5;
                return std::abs(X.x() - 4.0 - x) < 0.6 * d && (side == 0.0 || side * y > 0.5 - 0.6 * d);
            },
            axis);
    };
    const double eps = (at(3.0, 0, 0.0) - at(2.0, 0, 0.0)) / 1.0;
    const double narrow = -(at(2.5, 1, 1.0) - at(2.5, 1, -1.0)) / (1.0 - d);
    const std::string name = fmt::format("bar, {} across", across);
    result.measurements.push_back({name + ": pull over E area strain", "1", pull / (1e5 * eps * (1.0 + 1.5 * eps)), 1.0,
                                   absolute(across < 10 ? 0.01 : 0.003), "Hooke"});
    result.measurements.push_back(
        {name + ": Poisson's ratio", "1", narrow / eps, kNu, absolute(0.003), "0.3 was asked"});
}

// A cantilever of 10 : 1 that is let go under its own weight: it swings about its sag.
void measure_beam(const Run& run, int across, CaseResult& result) {
    constexpr double kLength = 10.0, kWeight = 1e-3, kE = 1e5, kDensity = 1000.0;
    const double d = 1.0 / across, I = 1.0 / 12.0;
    SolidScene scene;
    scene.domain = kOpenDomain;
    scene.spacing = d;
    scene.gravity = fmt::format("[0, -{}, 0]", kWeight);
    scene.solids = fmt::format(
        R"({{"name": "beam", "youngs_modulus": {}, "shape": {{"type": "box", "min": [-{}, 0, 0], "max": [10, 1, 1]}},
            "held": [{{"type": "box", "min": [-4, -1, -1], "max": [0, 2, 2]}}]}})",
        kE, 3.0 * d);
    World world = world_of(run, scene);
    const Solid& beam = world.get<SolidSolver>().solids()[0];
    const double period = 2.0 * std::numbers::pi * kLength * kLength / 3.516 * std::sqrt(kDensity / (kE * I));
    const auto column = [&](double behind) {  // of particles, behind the end
        return mean_where(
            beam, [&](const Vec3& X) { return std::abs(14.0 - behind * d - X.x()) < 0.1 * d; }, 1);
    };
    const auto tip = [&] { return 1.5 * column(0.5) - 0.5 * column(1.5); };
    std::vector<std::pair<double, double>> curve{{0.0, 0.0}};
    while (world.time() < 1.15 * period) {
        run.throw_if_stopped();
        world.step(period / 200.0);
        if (world.time() > curve.back().first + period / 400.0) curve.emplace_back(world.time(), tip());
    }
    // It is highest again after a period: where the velocity passes through zero, and the mean until then is the sag.
    const auto lowest = std::ranges::min_element(curve, {}, &std::pair<double, double>::second);
    const auto highest = std::max_element(lowest, curve.end(), [](auto a, auto b) { return a.second < b.second; });
    double sum = 0.0;
    for (auto at = curve.begin(); at != highest; ++at)
        sum += 0.5 * (at->second + (at + 1)->second) * ((at + 1)->first - at->first);
    const double q = kDensity * kWeight, shear = kE / (2.0 * (1.0 + kNu)),
                 kappa = 10.0 * (1.0 + kNu) / (12.0 + 11.0 * kNu);
    const double sag = q * std::pow(kLength, 4) / (8.0 * kE * I) + q * kLength * kLength / (2.0 * kappa * shear);
    const std::string name = fmt::format("beam of 10 : 1, {} across", across);
    result.measurements.push_back({name + ": sag over Timoshenko's", "1", -sum / highest->first / sag, 1.0,
                                   absolute(across < 10 ? 0.05 : 0.03), "the mean of a swing"});
    // Timoshenko's first mode is 1.0 % lower than Euler's here, as its sag is 1.0 % larger
    const double slower = std::sqrt(sag / (q * std::pow(kLength, 4) / (8.0 * kE * I)));
    result.measurements.push_back({name + ": period over that of the first mode", "1",
                                   highest->first / (period * slower), 1.0, absolute(across < 10 ? 0.03 : 0.02),
                                   "Euler and Bernoulli, with shear"});
    result.plots.push_back({name, "time (s)", "tip (m)", {{"measured", Series::Mark::line, curve}}});
}

// 4,000 steps of a block that tumbles and shakes.
void measure_tumbling(const Run& run, CaseResult& result) {
    for (const char* law : {"st_venant", "neo_hooke"}) {
        SolidScene scene;
        scene.domain = kOpenDomain;
        scene.spacing = 0.2;
        scene.solids = fmt::format(
            R"({{"name": "block", "youngs_modulus": 1e5, "material": "{}", "spin": [2, 1, -3],
                "shape": {{"type": "box", "min": [0, 0, 0], "max": [1.4, 1, 0.8]}}}})",
            law);
        World world = world_of(run, scene);
        const auto whole = [](const Balance& b) { return b.kinetic_energy + *b.elastic_energy; };
        const Balance start = world.balances(Vec3d::Zero()).at("block");
        double swing = 0.0;
        Balance now = start;
        for (int step = 0; step < 4000; ++step) {
            world.step(1.0);
            if (step % 20 != 0) continue;
            now = world.balances(Vec3d::Zero()).at("block");
            swing = std::max(swing, std::abs(whole(now) / whole(start) - 1.0));
        }
        const std::string name = fmt::format("{}, 4,000 steps of a tumbling block: ", law);
        result.measurements.push_back({name + "swing of its energy", "1", swing, 0.0, absolute(2e-3), "it is kept"});
        result.measurements.push_back(
            {name + "angular momentum lost", "1",
             (now.angular_momentum - start.angular_momentum).norm() / start.angular_momentum.norm(), 0.0,
             absolute(4e-4), "1e-4 in 1,000 steps, in float"});
    }
}

}  // namespace

void measure_solid_bars(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_bar(run, 5, result);
    measure_beam(run, 5, result);
    measure_tumbling(run, result);
    if (!options.full) return;
    measure_bar(run, 10, result);
    measure_beam(run, 10, result);
}

}  // namespace lamella
