// Contact of solids against mechanics: Newton's cradle and balls that collide (Hertz's impact loses next to nothing), a
// soft ball that is pressed on a plate (Hertz 1882).
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kE = 1e5, kNu = 0.3;

std::string ball(const std::string& name, double x, double radius, double speed, const std::string& more = "") {
    return fmt::format(
        R"({{"name": "{}", "youngs_modulus": {}, "poisson_ratio": {}, "material": "neo_hooke", "velocity": [{}, 0, 0],
            "shape": {{"type": "sphere", "centre": [{}, 0, 0], "radius": {}}}{}}})",
        name, kE, kNu, speed, x, radius, more);
}

// Five balls in a row, that touch; a sixth of their diameter away the first one comes.
void measure_cradle(const Run& run, double per_radius, CaseResult& result) {
    constexpr double kRadius = 0.45, kSpeed = 0.1;
    SolidScene scene;
    scene.domain = kOpenDomain;
    scene.spacing = kRadius / per_radius;
    scene.solids = ball("0", -0.15, kRadius, kSpeed);
    for (int k = 1; k < 5; ++k) scene.solids += "," + ball(std::to_string(k), 2.0 * kRadius * k, kRadius, 0.0);
    World world = world_of(run, scene);
    const double all = world.balances(Vec3d::Zero()).at("0").momentum.x();
    Plot plot{"Newton's cradle", "time (s)", "momentum over that of the first ball", {}};
    for (int k = 0; k < 5; ++k) plot.series.push_back({fmt::format("ball {}", k), Series::Mark::line, {}});
    double most = 0.0, error = 0.0;
    for (double time = 0.05; time < 6.0; time += 0.05) {
        advance(run, world, time);
        const auto balances = world.balances(Vec3d::Zero());
        double sum = 0.0;
        for (int k = 0; k < 5; ++k) {
            const double share = balances.at(std::to_string(k)).momentum.x() / all;
            plot.series[static_cast<std::size_t>(k)].points.emplace_back(time, share);
            sum += share;
        }
        most = std::max(most, plot.series[4].points.back().second);
        error = std::max(error, std::abs(sum - 1.0));
    }
    const std::string name = fmt::format("cradle of five, {:.2g} particles a radius: ", per_radius);
    const double last = plot.series[4].points.back().second;
    result.measurements.push_back({name + "momentum of the last ball", "1", last, 0.75, lower_bound(), "of all of it"});
    result.measurements.push_back({name + "at most", "1", most, 1.0, upper_bound(), "never more than all"});
    result.measurements.push_back({name + "sum of all momenta, error", "1", error, 0.0, absolute(1e-5), "it is kept"});
    result.plots.push_back(std::move(plot));
}

// Two balls in central collision, without damping.
void measure_restitution(const Run& run, double share, double per_radius, CaseResult& result) {
    constexpr double kRadius = 0.45;
    const double sound = ElasticConstants{static_cast<Real>(kE), static_cast<Real>(kNu)}.sound_speed(1000.0);
    const double speed = share * sound;
    SolidScene scene;
    scene.domain = kOpenDomain;
    scene.spacing = kRadius / per_radius;
    const std::string undamped = R"(, "contact_damping": 0)";
    scene.solids = ball("left", 0.0, kRadius, speed, undamped) + "," +
                   ball("right", 2.0 * kRadius + 0.02, kRadius, -speed, undamped);
    World world = world_of(run, scene);
    advance(run, world, 12.0 * kRadius / sound + 0.06 / speed);
    const auto after = world.balances(Vec3d::Zero());
    const auto speed_of = [&](const char* name) { return after.at(name).momentum.x() / after.at(name).mass; };
    const double restitution = (speed_of("right") - speed_of("left")) / (2.0 * speed);
    const std::string name =
        fmt::format("two balls at {} of the sound speed, {:.2g} particles a radius: ", share, per_radius);
    result.measurements.push_back(
        {name + "restitution", "1", restitution, 0.925, absolute(0.075), "elastic matter: 0.85 to 1"});
}

// How wide a ball touches the floor it lies on: for Hertz's pressure the mean of r^2, by force, is 2/5 of the square of
// the radius.
void measure_ball_on_plate(const Run& run, double per_radius, double width, CaseResult& result) {
    constexpr double kRadius = 1.0, kDensity = 1000.0, kPi = 3.14159265358979;
    const double stiff = kE / (1.0 - kNu * kNu), mass = kDensity * 4.0 / 3.0 * kPi * kRadius * kRadius * kRadius;
    const double load = 4.0 / 3.0 * stiff * width * width * width / kRadius;
    SolidScene scene;
    scene.domain = R"({"min": [-2, 0, -2], "max": [2, 4, 2], "open": ["x-", "x+", "y+", "z-", "z+"]})";
    scene.spacing = kRadius / per_radius;
    scene.gravity = fmt::format("[0, {}, 0]", -load / mass);
    scene.forces = R"([{"type": "wind", "velocity": [0, 0, 0], "drag": 5}])";
    scene.solids = fmt::format(
        R"({{"name": "ball", "youngs_modulus": {}, "poisson_ratio": {}, "friction": 0,
            "shape": {{"type": "sphere", "centre": [0, 1, 0], "radius": 1}}}})",
        kE, kNu);
    World world = world_of(run, scene);
    advance(run, world, 4.0);
    const Solid& solid = world.get<SolidSolver>().solids()[0];
    double force = 0.0, moment = 0.0;
    for (const ContactTable::Row& row : solid.contact().table().rows()) {
        const Vec3 x =
            solid.touch_points().interpolated(static_cast<Index>(row.key), [&](Index i) { return solid.position(i); });
        const double across = std::pow(x.x() - 2.0, 2) + std::pow(x.z() - 2.0, 2);
        force += row.memory.force.y();
        moment += row.memory.force.y() * across;
    }
    const std::string name =
        fmt::format("ball on a plate, {} particles a radius, a / R = {}: ", per_radius, width / kRadius);
    result.measurements.push_back({name + "load carried", "1", force / load, 1.0, absolute(0.02), "its weight"});
    result.measurements.push_back({name + "radius of contact", "m", std::sqrt(2.5 * moment / force), width,
                                   relative(0.1), "Hertz, by the second moment of the pressure"});
}

}  // namespace

void measure_solid_impacts(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_cradle(run, 4.5, result);
    for (const double share : {0.002, 0.01, 0.05}) measure_restitution(run, share, 4.5, result);
    if (!options.full) return;
    measure_cradle(run, 9.0, result);
    for (const double share : {0.002, 0.01, 0.05}) measure_restitution(run, share, 9.0, result);
}

void measure_hertz(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_ball_on_plate(run, 10.0, 0.25, result);
    if (!options.full) return;
    measure_ball_on_plate(run, 20.0, 0.15, result);
    measure_ball_on_plate(run, 20.0, 0.25, result);
}

}  // namespace lamella
