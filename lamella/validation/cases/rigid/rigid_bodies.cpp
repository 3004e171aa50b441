// Rigid bodies alone: free motion, rolling, sliding and stacks, against what mechanics says.
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/rigid/rigid_solver.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kG = 9.81;

World world_of(const Run& run, const std::string& bodies, const Vec3d& gravity) {
    const std::string scene = fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [-3, 0, -3], "max": [9, 3, 3], "open": ["x-", "x+", "y+", "z-", "z+"]}},
  "gravity": [{}, {}, {}],
  "frames": 1,
  "particle_spacing": 0.02,
  "bodies": [{}]
}})",
                                          gravity.x(), gravity.y(), gravity.z(), bodies);
    const LoadedScene loaded = read_scene(scene, "rigid_bodies.json");
    return make_world(run, *loaded.scene, *loaded.assets);
}

void advance(const Run& run, World& world, double time) {
    for (double left = time - world.time(); left > 0.0;) {
        run.throw_if_stopped();
        left -= world.step(left);
    }
}

// On a slope of that angle the floor stays level and gravity is turned.
Vec3d on_slope(double degrees) {
    const double angle = degrees * std::numbers::pi / 180.0;
    return {kG * std::sin(angle), -kG * std::cos(angle), 0.0};
}

// Of the spin about the middle axis, from the moments in ascending order, twice the energy and the square of the
// angular momentum (Landau, Lifshitz 1976, 37.10 to 37.12).
double period_of_free_top(const Vec3d& inertia, double energy, double momentum) {
    double I1 = inertia[0], I3 = inertia[2];
    const double I2 = inertia[1];
    if (momentum < energy * I2) std::swap(I1, I3);
    const double square = (I2 - I1) * (energy * I3 - momentum) / ((I3 - I2) * (momentum - energy * I1));
    return 4.0 * std::comp_ellint_1(std::sqrt(square)) *
           std::sqrt(I1 * I2 * I3 / ((I3 - I2) * (momentum - energy * I1)));
}

void measure_free_motion(const Run& run, CaseResult& result) {
    World world = world_of(run,
                           R"({"name": "nut", "density": 1000, "spin": [0.01, 0.005, 20],
                               "shape": {"type": "box", "min": [0, 1, 0], "max": [0.3, 1.1, 0.2]}})",
                           Vec3d::Zero());
    const auto& solver = world.get<RigidSolver>();
    const RigidBody body = solver.rigid()[0];
    const double energy = kinetic_energy(body, solver.states()[0]);
    const Vec3d momentum = solver.states()[0].angular;
    double swing = 0.0, lost = 0.0, before = 0.0;
    std::vector<double> turned;
    for (int step = 0; step < 10000; ++step) {
        world.step(0.002);
        const RigidState& state = solver.states()[0];
        swing = std::max(swing, std::abs(kinetic_energy(body, state) / energy - 1.0));
        lost = std::max(lost, (state.angular - momentum).norm() / momentum.norm());
        const double middle = state.frame.col(1).dot(state.angular);
        if (before > 0.0 && middle <= 0.0) turned.push_back(world.time() - 0.002 * middle / (middle - before));
        before = middle;
    }
    const double turns = static_cast<double>(turned.size()) - 1.0;
    result.measurements.push_back({"tumbling box, like a wing nut: time from one turning over to the next but one", "s",
                                   (turned.back() - turned.front()) / turns,
                                   period_of_free_top(body.axes.inertia, 2.0 * energy, momentum.squaredNorm()),
                                   relative(0.01), "Euler's equations, by elliptic functions"});
    result.measurements.push_back(
        {"tumbling box, 10,000 steps: angular momentum lost", "1", lost, 0.0, absolute(1e-12), "it is kept exactly"});
    result.measurements.push_back(
        {"tumbling box, 10,000 steps: swing of its energy", "1", swing, 0.0, absolute(5e-4), "it is kept"});
}

void measure_slopes(const Run& run, CaseResult& result) {
    const Vec3d gravity = on_slope(20.0);
    World rolling = world_of(run,
                             R"({"name": "ball", "friction": 0.5,
                                 "shape": {"type": "sphere", "centre": [0, 0.1, 0], "radius": 0.1}})",
                             gravity);
    advance(run, rolling, 2.0);
    result.measurements.push_back(
        {"ball on a slope of 20 degrees: acceleration over 5/7 g sin", "1",
         rolling.get<RigidSolver>().states()[0].velocity.x() / 2.0 / (5.0 / 7.0 * gravity.x()), 1.0, absolute(0.02),
         "rolling without slip"});
    for (const double friction : {0.1, 0.3}) {
        World sliding = world_of(run,
                                 fmt::format(R"({{"name": "block", "friction": {},
                                     "shape": {{"type": "box", "min": [0, 0, 0], "max": [0.2, 0.1, 0.2]}}}})",
                                             friction),
                                 gravity);
        advance(run, sliding, 1.0);
        result.measurements.push_back(
            {fmt::format("block on it, mu = {}: acceleration over g (sin - mu cos)", friction), "1",
             sliding.get<RigidSolver>().states()[0].velocity.x() / (gravity.x() + friction * gravity.y()), 1.0,
             absolute(0.02), "Coulomb"});
    }
    World holding = world_of(run,
                             R"({"name": "block", "friction": 0.5,
                                 "shape": {"type": "box", "min": [0, 0, 0], "max": [0.2, 0.1, 0.2]}})",
                             gravity);
    advance(run, holding, 5.0);
    result.measurements.push_back({"block on it, mu = 0.5: creep in 5 s, of its length", "1",
                                   std::abs(holding.get<RigidSolver>().states()[0].centre.x() - 3.1) / 0.2, 0.0,
                                   absolute(0.001), "friction holds it"});
}

void measure_stacks(const Run& run, CaseResult& result) {
    std::string stack, pyramid;
    const auto box = [](std::string& text, double x, double y) {
        text +=
            fmt::format(R"({}{{"name": "b{}", "shape": {{"type": "box", "min": [{}, {}, 0], "max": [{}, {}, 0.1]}}}})",
                        text.empty() ? "" : ",", text.size(), x, y, x + 0.1, y + 0.1);
    };
    for (int k = 0; k < 10; ++k) box(stack, 0.0, 0.1 * k);
    for (int row = 0; row < 10; ++row)
        for (int k = 0; k < 10 - row; ++k) box(pyramid, 0.11 * k + 0.055 * row, 0.1 * row);
    for (const auto& [name, bodies] : {std::pair{"stack of ten boxes", stack}, {"pyramid of 55 boxes", pyramid}}) {
        World world = world_of(run, bodies, {0.0, -kG, 0.0});
        const auto& solver = world.get<RigidSolver>();
        std::vector<Vec3d> starts;
        for (const RigidState& state : solver.states()) starts.push_back(state.centre);
        advance(run, world, 10.0);
        double drift = 0.0;
        for (std::size_t k = 0; k < starts.size(); ++k)
            drift = std::max(drift, (solver.states()[k].centre - starts[k]).norm());
        result.measurements.push_back(
            {fmt::format("{}: drift in 10 s, of a box", name), "1", drift / 0.1, 0.0, absolute(0.01), "it rests"});
        result.measurements.push_back({fmt::format("{}: share that sleeps", name), "1",
                                       static_cast<double>(solver.asleep()) / static_cast<double>(starts.size()), 1.0,
                                       absolute(0.0), "all of them"});
    }
}

// Thirty of 48 x 24 x 7.5 mm, 25 mm apart; those at the end have slept before the front comes.
void measure_dominoes(const Run& run, CaseResult& result) {
    constexpr int kCount = 30;
    constexpr double kPitch = 0.025;
    std::string row;
    for (int k = 0; k < kCount; ++k)
        row += fmt::format(
            R"({}{{"name": "d{}", {} "shape": {{"type": "box", "min": [{}, 0, 0], "max": [{}, 0.048, 0.024]}}}})",
            k > 0 ? "," : "", k, k > 0 ? "" : R"("velocity": [0.144, 0, 0], "spin": [0, 0, -6],)", kPitch * k,
            kPitch * k + 0.0075);
    World world = world_of(run, row, {0.0, -kG, 0.0});
    const auto& solver = world.get<RigidSolver>();
    std::vector<double> falls(kCount, 0.0);
    while (world.time() < 1.5) {
        run.throw_if_stopped();
        world.step(0.002);
        for (std::size_t k = 0; k < falls.size(); ++k) {
            const double leans = (solver.states()[k].frame * solver.rigid()[k].axes.frame.transpose())(0, 1);
            if (falls[k] == 0.0 && leans > 0.2) falls[k] = world.time();
        }
    }
    const auto speed = [&](std::size_t from) { return 9.0 * kPitch / (falls[from + 9] - falls[from]); };
    result.measurements.push_back(
        {"row of dominoes: speed of its front", "m/s", speed(20), 0.0, reported(), "nothing to judge it by"});
    result.measurements.push_back({"row of dominoes: speed in the last third over that in the second", "1",
                                   speed(20) / speed(10), 1.0, absolute(0.05), "a front that is steady"});
}

}  // namespace

void measure_rigid_bodies(const Run& run, const ValidateOptions&, CaseResult& result) {
    measure_free_motion(run, result);
    measure_slopes(run, result);
    measure_stacks(run, result);
    measure_dominoes(run, result);
}

}  // namespace lamella
