// Solids against cases that many have computed: the flag of Turek and Hron 2006 (CSM1 and 2 at rest, CSM3 swinging)
// in a slab that is periodic and three supports thick, and Taylor's bar of copper that hits a wall.
#include <lamella/solid/solid_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// The flag: 0.35 x 0.02 m, clamped at x = 0, gravity 2 m/s^2; plane strain by a periodic slab.
SolidScene flag(int across, double drag, double youngs_modulus = 1.4e6) {
    const double d = 0.02 / across;
    SolidScene scene;
    scene.spacing = d;
    scene.domain = fmt::format(
        R"({{"min": [-0.1, -0.3, 0], "max": [0.5, 0.2, {}], "periodic": [false, false, true],
            "open": ["x-", "x+", "y-", "y+"]}})",
        7.0 * d);
    scene.gravity = "[0, -2, 0]";
    if (drag > 0.0) scene.forces = fmt::format(R"([{{"type": "wind", "velocity": [0, 0, 0], "drag": {}}}])", drag);
    scene.solids = fmt::format(
        R"({{"name": "flag", "youngs_modulus": {2}, "poisson_ratio": 0.4, "density": 1000,
            "shape": {{"type": "box", "min": [{0}, -0.01, 0], "max": [0.35, 0.01, {1}]}},
            "held": [{{"type": "box", "min": [-0.1, -0.1, -1], "max": [0, 0.1, 1]}}]}})",
        -3.0 * d, 7.0 * d, youngs_modulus);
    return scene;
}

// Of the middle of its end, extrapolated from the last two columns of particles.
Vec3d tip(const Solid& solid, double d) {
    Vec3d sums[2] = {Vec3d::Zero(), Vec3d::Zero()};
    double counts[2] = {0.0, 0.0};
    for (Index i = 0; i < solid.size(); ++i) {
        const double behind = (0.45 - solid.elasticity().shape().place(i).x()) / d;
        if (behind > 2.0) continue;
        const int column = behind < 1.0 ? 0 : 1;
        sums[column] += solid.displacement(i).cast<double>();
        ++counts[column];
    }
    return 1.5 * sums[0] / counts[0] - 0.5 * sums[1] / counts[1];
}

struct Swing {
    double mean, amplitude, frequency;
};

// Of a curve that begins at its highest point, zero, and passes a whole period.
Swing swing_of(const std::vector<std::pair<double, double>>& curve) {
    const auto low = std::ranges::min_element(curve, {}, &std::pair<double, double>::second);
    const auto high = std::max_element(low, curve.end(), [](auto a, auto b) { return a.second < b.second; });
    return {0.5 * (high->second + low->second), 0.5 * (high->second - low->second), 1.0 / high->first};
}

void measure_csm3(const Run& run, int across, CaseResult& result) {
    World world = world_of(run, flag(across, 0.0));
    const Solid& solid = world.get<SolidSolver>().solids()[0];
    std::vector<std::pair<double, double>> x, y;
    while (world.time() < 1.05) {
        run.throw_if_stopped();
        for (double left = 0.0025; left > 0.0;) left -= world.step(left);
        const Vec3d now = tip(solid, 0.02 / across);
        x.emplace_back(world.time(), 1e3 * now.x());
        y.emplace_back(world.time(), 1e3 * now.y());
    }
    const Swing up = swing_of(y), along = swing_of(x);
    const std::string name = fmt::format("CSM3, {} across: ", across);
    const std::string source = "Turek and Hron 2006, table of CSM3";
    const double share = across < 9 ? 0.05 : 0.03;
    result.measurements.push_back({name + "amplitude of u_y", "mm", up.amplitude, 65.160, relative(share), source});
    result.measurements.push_back({name + "mean of u_y", "mm", up.mean, -63.607, relative(share), source});
    result.measurements.push_back(
        {name + "frequency", "1/s", up.frequency, 1.0995, relative(across < 9 ? 0.03 : 0.02), source});
    result.measurements.push_back({name + "mean of u_x", "mm", along.mean, -14.305, relative(2.0 * share), source});
    result.plots.push_back({name, "time (s)", "u_y (mm)", {{"measured", Series::Mark::line, y}}});
}

// At rest under its weight, by the number of the case.
struct Sag {
    int number;
    double youngs_modulus;
    double x, y;  // mm
};
constexpr Sag kSags[] = {{1, 1.4e6, -7.187, -66.10}, {2, 5.6e6, -0.4690, -16.97}};

void measure_sag(const Run& run, const Sag& sag, int across, CaseResult& result) {
    World world = world_of(run, flag(across, 12.0, sag.youngs_modulus));
    advance(run, world, 1.6);
    const Vec3d at_rest = tip(world.get<SolidSolver>().solids()[0], 0.02 / across);
    const std::string name = fmt::format("CSM{}, {} across: ", sag.number, across),
                      source = fmt::format("Turek and Hron 2006, table of CSM{}", sag.number);
    const double share = across < 9 ? 0.05 : 0.03;
    result.measurements.push_back({name + "u_y", "mm", 1e3 * at_rest.y(), sag.y, relative(share), source});
    result.measurements.push_back({name + "u_x", "mm", 1e3 * at_rest.x(), sag.x, relative(2.0 * share), source});
}

// Copper, 32.4 mm long, radius 3.2 mm, 227 m/s, after 80 us.
void measure_taylor(const Run& run, int per_radius, CaseResult& result) {
    const double d = 3.2e-3 / per_radius;
    SolidScene scene;
    scene.spacing = d;
    scene.domain = R"({"min": [-0.02, 0, -0.02], "max": [0.02, 0.05, 0.02], "open": ["x-", "x+", "y+", "z-", "z+"]})";
    scene.solids =
        R"({"name": "bar", "youngs_modulus": 117e9, "poisson_ratio": 0.35, "density": 8930, "friction": 0,
            "velocity": [0, -227, 0], "material": "neo_hooke",
            "plasticity": {"type": "j2", "yield_stress": 400e6, "hardening": 100e6},
            "shape": {"type": "cylinder", "start": [0, 0, 0], "end": [0, 0.0324, 0], "radius": 0.0032}})";
    World world = world_of(run, scene);
    const Balance start = world.balances(Vec3d::Zero()).at("bar");
    advance(run, world, 80e-6);
    world.reach_frame(80e-6);
    double top = 0.0, radius = 0.0;
    for (const Vec3& p : world.get<SolidSolver>().solids()[0].shown_mesh().positions) {
        top = std::max<double>(top, p.y());
        radius = std::max<double>(radius, std::hypot(p.x() - 0.02f, p.z() - 0.02f));
    }
    const Balance end = world.balances(Vec3d::Zero()).at("bar");
    const std::string name = fmt::format("Taylor's bar, {} particles a radius: ", per_radius);
    const std::string source = "as computed by many; second hand";
    const bool fine = per_radius >= 10;
    result.measurements.push_back({name + "length", "mm", 1e3 * top, 21.4, relative(fine ? 0.03 : 0.06), source});
    result.measurements.push_back(
        {name + "radius of its end", "mm", 1e3 * radius, 7.15, relative(fine ? 0.05 : 0.1), source});
    result.measurements.push_back(
        {name + "energy at the end over that at the start", "1",
         (end.kinetic_energy + *end.elastic_energy + *end.dissipated_energy) / start.kinetic_energy, 1.0,
         absolute(0.02), "the ledger closes"});
}

}  // namespace

void measure_turek_hron(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_csm3(run, 5, result);
    if (!options.full) return;
    for (const int across : {7, 9}) measure_csm3(run, across, result);
    for (const Sag& sag : kSags)
        for (const int across : {5, 7, 9}) measure_sag(run, sag, across, result);
}

void measure_taylor_bar(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_taylor(run, 5, result);
    if (options.full) measure_taylor(run, 10, result);
}

}  // namespace lamella
