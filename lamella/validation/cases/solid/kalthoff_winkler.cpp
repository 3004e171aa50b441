// A steel plate with two notches that a projectile hits between them (Kalthoff and Winkler 1987): cracks kink from the
// tips of the notches by about 70 degrees. The plate is free, three particles thick, and drawn whole, not by its half.
#include <lamella/solid/solid_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kHeight = 0.2, kWidth = 0.1, kNotch = 0.05, kBetween = 0.05;  // m
constexpr double kSpeed = 16.5;                                                // m/s, of what is hit
constexpr double kPad = 0.02;

// The notches lie between two rows of particles.
double notch_at(double d) { return d * std::round(0.5 * kBetween / d + 0.25); }

// x = 0 is the edge that is hit, y = 0 the middle.
SolidScene plate(double d) {
    SolidScene scene;
    scene.spacing = d;
    scene.domain = fmt::format(
        R"({{"min": [-{0}, -{1}, -{0}], "max": [{2}, {1}, {0}], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]}})", kPad,
        0.5 * kHeight + kPad, kWidth + kPad);
    const auto notch = [&](double y) {
        return fmt::format(R"({{"corner": [{}, {}, {}], "first_side": [{}, 0, 0], "second_side": [0, 0, {}]}})",
                           -2.0 * d, y, -3.0 * d, kNotch + 2.0 * d, 6.0 * d);
    };
    scene.solids = fmt::format(
        R"({{"name": "plate", "youngs_modulus": 190e9, "poisson_ratio": 0.3, "density": 8000,
            "shape": {{"type": "box", "min": [0, -{0}, -{1}], "max": [{2}, {0}, {1}]}},
            "fracture": {{"strength": 1e14, "toughness": 22130, "damping": 0, "notches": [{3}, {4}]}},
            "held": [{{"type": "box", "min": [-1, -{5}, -1], "max": [{6}, {5}, 1],
                      "motion": {{"keys": [{{"time": 0}}, {{"time": 1, "translation": [{7}, 0, 0]}}]}}}}]}})",
        0.5 * kHeight, 1.5 * d, kWidth, notch(notch_at(d) + 0.01 * d), notch(-notch_at(d) - 0.01 * d), notch_at(d), d,
        kSpeed);
    return scene;
}

struct Kink {
    double start = 0.0;   // s
    double angle = 0.0;   // degrees from the notch, mean of both, over 30 mm or what there is
    double length = 0.0;  // m, of the shorter one
};

// How far the crack of a side has run, and where to.
Vec3d way_of(const Solid& solid, double side) {
    const Vec3d tip(kNotch, side * notch_at(solid.spacing()), 0.0);
    Vec3d farthest = Vec3d::Zero();
    for (const Vec3d& vertex : solid.fracture()->sheets().vertices()) {
        const Vec3d at(vertex.x() - kPad, vertex.y() - 0.5 * kHeight - kPad, 0.0);
        const Vec3d way = at - tip;
        if (at.y() * side < 0.0 || way.norm() < 1e-9 || side * way.y() < 0.25 * solid.spacing()) continue;
        if (way.norm() > farthest.norm() && way.norm() < 0.03) farthest = way;
    }
    return farthest;
}

Kink kink_of(const Run& run, double d, double until) {
    World world = world_of(run, plate(d));
    const Solid& solid = world.get<SolidSolver>().solids()[0];
    Kink kink;
    const Index before = solid.fracture()->sheets().triangle_count();
    while (world.time() < until) {
        run.throw_if_stopped();
        world.step(until - world.time());
        if (kink.start == 0.0 && solid.fracture()->sheets().triangle_count() > before) kink.start = world.time();
    }
    const Vec3d up = way_of(solid, 1.0), down = way_of(solid, -1.0);
    kink.length = std::min(up.norm(), down.norm());
    kink.angle = 90.0 / std::numbers::pi * (std::atan2(up.y(), up.x()) + std::atan2(-down.y(), down.x()));
    return kink;
}

void measure(const Run& run, double d, double degrees, CaseResult& result) {
    const Kink kink = kink_of(run, d, 60e-6);
    const std::string name = fmt::format("{:g} mm between particles: ", 1e3 * d);
    const std::string source = "Kalthoff and Winkler 1987, and computations";
    result.measurements.push_back(
        {name + "length run, within 30 mm", "mm", 1e3 * kink.length, 15.0, lower_bound(), "it runs"});
    result.measurements.push_back(
        {name + "angle from the notch", "degrees", kink.angle, 68.5, absolute(degrees), source});
    result.measurements.push_back({name + "start", "us", 1e6 * kink.start, 25.5, absolute(3.5), source});
}

}  // namespace

void measure_kalthoff_winkler(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure(run, 2e-3, 12.0, result);
    if (options.full) measure(run, 1e-3, 6.5, result);
}

}  // namespace lamella
