#include "benchmarks.hpp"
#include "liquid_step.hpp"

#include <lamella/core/random.hpp>
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/rigid/rigid_solver.hpp>
#include <lamella/scene/reader.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

World world_of(const std::string& scene) {
    const LoadedScene loaded = read_scene(scene, "benchmark.json");
    return make_world({}, *loaded.scene, *loaded.assets);
}

// n^2 x layers boxes of 10 x 8 x 6 cm, turned at random, above each other in a shaft.
World falling_boxes(int n, int layers) {
    constexpr double kPitch = 0.15;
    std::string bodies;
    for (int k = 0; k < n * n * layers; ++k) {
        const Vec3d at = kPitch * (Vec3d(k % n, k / (n * n), k / n % n) + Vec3d::Constant(0.5));
        const Vec3d low = at - Vec3d(0.05, 0.04, 0.03), high = at + Vec3d(0.05, 0.04, 0.03);
        const Vec3 turn = 180.0f * random_in_cube(1, 1, static_cast<std::uint64_t>(k));
        bodies += fmt::format(
            R"({}{{"name": "b{}", "shape": {{"type": "box", "min": [{}, {}, {}], "max": [{}, {}, {}],
                "rotation": [{}, {}, {}]}}}})",
            k > 0 ? "," : "", k, low.x(), low.y(), low.z(), high.x(), high.y(), high.z(), turn.x(), turn.y(), turn.z());
    }
    return world_of(fmt::format(R"({{"version": 1, "domain": {{"min": [0, 0, 0], "max": [{0}, 100, {0}]}}, "frames": 1,
                                     "particle_spacing": 0.02, "bodies": [{1}]}})",
                                kPitch * n, bodies));
}

struct BodyStep {
    double seconds;
    double contacts;
};

// The mean of the steps between two moments.
BodyStep mean_step(World world, double from, double to) {
    while (world.time() < from) world.step(from - world.time());
    auto& rigid = world.get<RigidSolver>();
    rigid.take_report();
    const double seconds = seconds_of([&] {
        while (world.time() < to) world.step(to - world.time());
    });
    const StepReport report = rigid.take_report();
    const auto steps = static_cast<double>(report.steps);
    return {seconds / steps, static_cast<double>(report.counts.at("contacts")) / steps};
}

// A shallow tank, 250 x 100 spacings wide, with ten balls of 20 spacings in radius that float in it, or without them.
World tank(const char* solver, double spacing, double deep, bool with_balls) {
    std::string balls;
    for (int k = 0; k < 10 && with_balls; ++k)
        balls += fmt::format(
            R"({}{{"name": "ball{}", "density": 100,
                "shape": {{"type": "sphere", "centre": [{}, {}, {}], "radius": {}}}}})",
            k > 0 ? "," : "", k, (25 + 50 * (k % 5)) * spacing, (deep + 15) * spacing, (25 + 50 * (k / 5)) * spacing,
            20 * spacing);
    return world_of(fmt::format(R"({{"version": 1, "domain": {{"min": [0, 0, 0], "max": [{}, {}, {}]}}, "frames": 1,
        "particle_spacing": {}, "solver": {}, "fluids": [{{"name": "water", "viscosity": 0.001,
          "shapes": [{{"type": "box", "min": [0, 0, 0], "max": [{}, {}, {}]}}]}}], "bodies": [{}]}})",
                                250 * spacing, 100 * spacing, 100 * spacing, spacing, solver, 250 * spacing,
                                deep * spacing, 100 * spacing, balls));
}

// By how much bodies make a step longer: the median of ratios that take turns.
double share_of_bodies(const char* solver, double spacing, double deep, double step) {
    constexpr int kTurns = 15;
    World with = tank(solver, spacing, deep, true), without = tank(solver, spacing, deep, false);
    const auto turn = [&](World& world) {
        return seconds_of([&] {
            for (double left = step; left > 0.0;) left -= world.step(left);
        });
    };
    turn(with), turn(without);  // the first steps allocate
    std::vector<double> ratios;
    for (int k = 0; k < kTurns; ++k) {
        const double alone = turn(without);
        ratios.push_back(turn(with) / alone);
    }
    std::ranges::nth_element(ratios, ratios.begin() + kTurns / 2);
    return ratios[kTurns / 2] - 1.0;
}

}  // namespace

Figures rigid_benchmark() {
    const BodyStep thousand = mean_step(falling_boxes(10, 10), 1.0, 1.5);
    const BodyStep many = mean_step(falling_boxes(22, 21), 1.0, 1.2);
    const double in_sph = share_of_bodies(R"({"type": "sph", "max_step": 0.001})", 0.02, 16.0, 1e-3);
    const double in_flip = share_of_bodies(R"({"type": "flip", "max_step": 0.005})", 0.02, 16.0, 5e-3);
    return {"rigid",
            "boxes that fall into a heap, and ten floating balls of 5,000 boundary particles on steps of 400,000 "
            "particles, 2 threads",
            {{"rigid_1000_boxes", 1e3 * thousand.seconds, "ms a step", at_most(5.0)},
             {"rigid_1000_boxes_contacts", thousand.contacts, "a step", {}},
             {"rigid_10000_boxes", 1e3 * many.seconds, "ms a step", {}},
             {"rigid_10000_boxes_contacts", many.contacts, "a step", {}},
             {"rigid_in_sph", 100.0 * in_sph, "% more a step", Bar{Better::lower, 10.0, false}},
             {"rigid_in_flip", 100.0 * in_flip, "% more a step", Bar{Better::lower, 15.0, false}}}};
}

}  // namespace lamella
