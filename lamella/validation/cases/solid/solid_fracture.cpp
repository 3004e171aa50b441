// Cracks against mechanics: what a long strip and a plate with an edge crack release as the crack grows, the ways that
// notches take under load, and the pieces of a ball that bursts.
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>
#include <lamella/validation/cases/solid/static_solid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace lamella {
namespace {

constexpr double kE = 1e5, kThick = 3.0;  // of spacing 1
constexpr double kPad = 5.0;              // between the domain's lowest corner and the solid

struct PlateNotch {
    Vec3d corner;
    Vec3d side;  // in the plane; the other one goes through
};

// A plate at the origin, of a spacing of 1, with notches that do not run.
SolidScene plate(double width, double height, const std::vector<PlateNotch>& notches, double toughness) {
    SolidScene scene;
    scene.spacing = 1.0;
    scene.domain = fmt::format(
        R"({{"min": [-{0}, -{0}, -{0}], "max": [{1}, {2}, {0}], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]}})", kPad,
        width + kPad, height + kPad);
    std::string cracks;
    for (const PlateNotch& n : notches)
        cracks +=
            fmt::format(R"({}{{"corner": [{}, {}, -1], "first_side": [{}, {}, 0], "second_side": [0, 0, {}]}})",
                        cracks.empty() ? "" : ",", n.corner.x(), n.corner.y(), n.side.x(), n.side.y(), kThick + 2.0);
    scene.solids = fmt::format(
        R"({{"name": "plate", "youngs_modulus": {}, "shape": {{"type": "box", "min": [0, 0, 0], "max": [{}, {}, {}]}},
            "fracture": {{"strength": 1e6, "toughness": {}, "notches": [{}]}}}})",
        kE, width, height, kThick, toughness, cracks);
    return scene;
}

constexpr double kNeverRuns = 1e9;  // toughness, J/m^2

StaticSolid static_plate(const Run& run, const SolidScene& scene, std::vector<Vec3>& places) {
    World world = world_of(run, scene);
    const ElasticityKeiser2006& elasticity = world.get<SolidSolver>().solids()[0].elasticity();
    places.clear();
    for (Index i = 0; i < elasticity.shape().size(); ++i)
        places.push_back(elasticity.shape().place(i) - Vec3::Constant(static_cast<Real>(kPad)));
    return StaticSolid(elasticity);
}

PlateNotch edge_crack(double height, double length) {
    return {Vec3d(-1.0, 0.5 * height + 0.21, 0.0), Vec3d(length + 1.0, 0.0, 0.0)};
}

// The energy of a strip whose upper and lower rows are drawn apart by 1.
double strip_energy(const Run& run, double height, double length, double crack) {
    std::vector<PlateNotch> notches;
    if (crack > 0.0) notches.push_back(edge_crack(height, crack));
    std::vector<Vec3> places;
    StaticSolid solid = static_plate(run, plate(length, height, notches, kNeverRuns), places);
    const auto is_held = [&](Index i) { return places[i].y() < 1.0f || places[i].y() > height - 1.0; };
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].y() > height - 1.0) solid.displacements()[i].y() = 1.0;
    const std::vector<Vec3d> none(places.size(), Vec3d::Zero());
    solid.solve(run, none, [&](Index i) { return !is_held(i); });
    return solid.energy();
}

// G of a long strip is the energy of its height ahead, whatever the length of the crack.
void measure_strip(const Run& run, double height, CaseResult& result) {
    const double length = 3.0 * height, crack = 1.5 * height;
    const double released =
        strip_energy(run, height, length, crack - 1.0) - strip_energy(run, height, length, crack + 1.0);
    const double ahead = strip_energy(run, height, length, 0.0) - strip_energy(run, height, length - 2.0, 0.0);
    result.measurements.push_back({fmt::format("strip, {} spacings high: energy released", height), "1",
                                   released / ahead, 1.0, relative(0.04), "the energy ahead of the crack"});
}

// Of forces on the ends of a plate, for a stress of 1.
double compliance(const Run& run, double width, double crack) {
    const double height = 3.0 * width;
    std::vector<Vec3> places;
    StaticSolid solid = static_plate(run, plate(width, height, {edge_crack(height, crack)}, kNeverRuns), places);
    std::vector<Vec3d> loads(places.size(), Vec3d::Zero());
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].y() < 1.0f) loads[i].y() = -1.0;
        if (places[i].y() > height - 1.0) loads[i].y() = 1.0;
    }
    solid.solve(run, loads, [](Index) { return true; });
    double work = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i) work += loads[i].dot(solid.displacements()[i]);
    return work;
}

// K of the edge crack by the width polynomial (Gross, Srawley and Brown 1964); a thin plate, so G = K^2 / E. Weights
// that fade over half a support act as a crack that is 0.4 spacings shorter.
void measure_edge_crack(const Run& run, double width, CaseResult& result) {
    const double crack = 0.4 * width;
    const double released =
        (compliance(run, width, crack + 1.0) - compliance(run, width, crack - 1.0)) / (4.0 * kThick);
    const double a = crack - 0.4, x = a / width;
    const double form = 1.12 - 0.231 * x + 10.55 * x * x - 21.72 * x * x * x + 30.39 * x * x * x * x;
    const double exact = std::numbers::pi * a * form * form / kE;
    result.measurements.push_back(
        {fmt::format("edge crack of {} spacings in a plate of {}: energy released", crack, width), "1",
         released / exact, 1.0, relative(0.04), "K^2 / E, the crack 0.4 spacings shorter"});
}

struct Path {
    double kink = 0.0;  // mean direction over the first two spacings, degrees from the notch
    double length = 0.0;
    double error = 0.0;  // of the energies, of that at the start
};

// Upper and lower half are thrown apart; the notch lies at an angle in degrees, from the left edge or in the middle.
Path path_of(const Run& run, double width, double height, double angle, double length, double toughness, int steps) {
    const double radians = angle * std::numbers::pi / 180.0;
    const bool edge = angle == 0.0;
    const Vec3d along(std::cos(radians), std::sin(radians), 0.0);
    const Vec3d middle(edge ? 0.0 : 0.5 * width + 0.01, 0.5 * height + 0.21, 0.0);
    const double behind = edge ? 1.0 : length;
    const PlateNotch notch{middle - behind * along, (behind + length) * along};
    World world = world_of(run, plate(width, height, {notch}, toughness), [&](SolidsSetup& setup) {
        ParticleSet& p = setup.solids[0].particles;
        for (Index i = 0; i < p.size(); ++i) {
            const double up = p.positions()[i].y() - kPad - 0.5 * height;
            p.get<Vec3Column>("v").set(i, Vec3(0, static_cast<Real>(0.01 * up), 0));
        }
    });
    Path path;
    const double start = world.balances(Vec3d::Zero()).at("plate").kinetic_energy;
    for (int k = 0; k < steps; ++k) {
        run.throw_if_stopped();
        world.step(1e9);
        const Balance now = world.balances(Vec3d::Zero()).at("plate");
        path.error = std::max(
            path.error, std::abs(now.kinetic_energy + *now.elastic_energy + *now.dissipated_energy - start) / start);
    }
    const Vec3d tip = middle + length * along, up(-along.y(), along.x(), 0.0);
    Vec3d sum = Vec3d::Zero();
    for (const Vec3d& vertex : world.get<SolidSolver>().solids()[0].fracture()->sheets().vertices()) {
        const Vec3d at = vertex - Vec3d::Constant(kPad);
        const Vec3d way(at.x() - tip.x(), at.y() - tip.y(), 0.0);
        if (way.dot(along) <= 1e-3 || at.z() < 0.5 || at.z() > kThick - 0.5) continue;
        path.length = std::max(path.length, way.norm());
        if (way.norm() > 0.3 && way.norm() < 2.0) sum += way.normalized();
    }
    path.kink = std::atan2(sum.dot(up), sum.dot(along)) * 180.0 / std::numbers::pi;
    return path;
}

void add_path(const std::string& name, const Path& path, double kink, double tolerance, CaseResult& result) {
    result.measurements.push_back({name + ": length run", "spacings", path.length, 1.0, lower_bound(), "it runs"});
    result.measurements.push_back(
        {name + ": kink", "degrees", path.kink, kink, absolute(tolerance), "largest hoop stress"});
    result.measurements.push_back(
        {name + ": energies, error of their sum", "1", path.error, 0.0, absolute(0.02), "of that at the start"});
}

// A hollow ball with walls of 0.4 of its radius, blown up from its centre.
SolidScene hollow_ball(double per_radius) {
    SolidScene scene;
    scene.spacing = 0.2 / per_radius;
    scene.domain = R"({"min": [-1, -1, -1], "max": [1, 1, 1], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]})";
    scene.forces =
        R"([{"type": "attractor", "centre": [0, 0, 0], "strength": -25, "radius": 0.2, "falloff": 0, "stop": 0.1}])";
    constexpr int kPoints = 24;
    std::string profile;
    const auto add = [&](double radius, double angle) {
        profile += fmt::format(R"({}{{"radius": {:.6f}, "height": {:.6f}}})", profile.empty() ? "" : ", ",
                               radius * std::sin(angle), -radius * std::cos(angle));
    };
    // Open by a narrow channel below, so that the profile goes around once.
    const auto angle = [](int k) { return k == 0 ? 0.06 : std::numbers::pi * k / kPoints; };
    for (int k = 0; k <= kPoints; ++k) add(0.2, angle(k));
    for (int k = kPoints; k >= 0; --k) add(0.12, angle(k));
    scene.solids = fmt::format(
        R"({{"name": "ball", "youngs_modulus": 1e5, "density": 1000,
            "fracture": {{"strength": 1000, "toughness": 0.18, "noise_length": 0.06, "crack_distance": 0.06}},
            "shape": {{"type": "revolved", "base": [0, 0, 0], "profile": [{}]}}}})",
        profile);
    return scene;
}

void measure_ball(const Run& run, double per_radius, CaseResult& result) {
    World world = world_of(run, hollow_ball(per_radius));
    const Balance start = world.balances(Vec3d::Zero()).at("ball");
    advance(run, world, 0.101);  // nothing pushes it any more
    const Balance free = world.balances(Vec3d::Zero()).at("ball");
    advance(run, world, 0.16);
    world.reach_frame(0.16);
    const Solid& ball = world.get<SolidSolver>().solids()[0];
    const Balance end = world.balances(Vec3d::Zero()).at("ball");
    const Index fragments = ball.fracture()->fragments().count();
    const TriangleMesh& mesh = ball.shown_mesh();
    TriangleMesh at_rest = mesh;
    const auto& rest = mesh.attributes.get<Vec3Column>("rest");
    for (Index v = 0; v < mesh.vertex_count(); ++v) at_rest.positions[v] = rest[v];
    const MeshReport report = check_mesh(at_rest);
    const auto& of = mesh.attributes.get<IndexColumn>("fragment");
    const std::set<Index> meshed(of.span().begin(), of.span().end());
    std::vector<double> shares(static_cast<std::size_t>(fragments), 0.0);
    for (const Index name : ball.fracture()->fragments().names()) shares[name] += 1.0 / ball.size();
    const auto large = std::ranges::count_if(shares, [](double share) { return share > 0.02; });
    const std::string name = fmt::format("hollow ball of {} spacings: ", per_radius);
    const double scale = std::sqrt(2.0 * end.mass * end.kinetic_energy);
    result.measurements.push_back(
        {name + "fragments", "1", static_cast<double>(fragments), 8.0, lower_bound(), "it bursts"});
    result.measurements.push_back(
        {name + "fragments of more than 2 %", "1", static_cast<double>(large), 0.0, reported(), ""});
    result.measurements.push_back({name + "open edges of the meshes", "1", static_cast<double>(report.boundary_edges),
                                   0.0, absolute(0.0), "closed"});
    result.measurements.push_back({name + "edges with more than two triangles", "1",
                                   static_cast<double>(report.non_manifold_edges), 0.0, absolute(0.0), "none"});
    result.measurements.push_back({name + "fragments without a mesh", "1",
                                   static_cast<double>(fragments) - static_cast<double>(meshed.size()), 0.0,
                                   absolute(0.0), "none"});
    result.measurements.push_back({name + "volume of the meshes over that of the ball", "1",
                                   report.volume / start.volume, 0.998, absolute(0.003), "0.995 to 1.001"});
    result.measurements.push_back({name + "mass lost", "kg", start.mass - end.mass, 0.0, absolute(0.0), "it is kept"});
    const auto whole = [](const Balance& b) { return b.kinetic_energy + *b.elastic_energy + *b.dissipated_energy; };
    result.measurements.push_back({name + "momentum, change once nothing pushes, of its scale", "1",
                                   (end.momentum - free.momentum).norm() / scale, 0.0, absolute(1e-5),
                                   "it is kept, in float"});
    result.measurements.push_back({name + "energies then, change of their sum", "1",
                                   (whole(end) - whole(free)) / whole(free), 0.0, absolute(0.02), "the books close"});
}

}  // namespace

void measure_crack_energy(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_strip(run, 20.0, result);
    measure_edge_crack(run, 40.0, result);
    if (!options.full) return;
    measure_strip(run, 40.0, result);
    measure_edge_crack(run, 60.0, result);
}

void measure_crack_paths(const Run& run, const ValidateOptions& options, CaseResult& result) {
    add_path("straight notch", path_of(run, 20.0, 28.0, 0.0, 7.0, 20.0, 60), 0.0, 2.0, result);
    add_path("notch at 45 degrees, 16 long", path_of(run, 24.0, 32.0, 45.0, 8.0, 100.0, 60), -53.1, 6.0, result);
    if (!options.full) return;
    add_path("straight notch, 14 long", path_of(run, 40.0, 56.0, 0.0, 14.0, 20.0, 120), 0.0, 2.0, result);
    add_path("notch at 45 degrees, 24 long", path_of(run, 36.0, 48.0, 45.0, 12.0, 150.0, 90), -53.1, 6.0, result);
}

void measure_bursting_ball(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_ball(run, 8.0, result);
    if (options.full) measure_ball(run, 10.0, result);
}

}  // namespace lamella
