// Containers whose walls are thinner than a cell of FLIP's grid, as meshes with an outer and an inner surface: a closed
// box at rest and turned upside down, and a glass that is open at the top and tilted.
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/geometry/signed_distance.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kWall = 0.016f;                                         // m; cells are 0.02 m wide
constexpr double kRestTime = 1.5, kTurnTime = 0.4, kTurnedTime = 0.6;  // s

constexpr const char* kScene = R"({
  "version": 1,
  "description": "water in a closed box in an empty domain",
  "domain": {"min": [0, 0, 0], "max": [0.6, 0.6, 0.6]},
  "frames": 1,
  "particle_spacing": 0.01,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0.2061, 0.2043, 0.2027], "max": [0.3661, 0.2843, 0.3627]}]}],
  "solver": "flip"
})";
const BoxShape kInner{Vec3(0.2061f, 0.2043f, 0.2027f), Vec3(0.3661f, 0.3643f, 0.3627f)};

constexpr const char* kGlassScene = R"({
  "version": 1,
  "description": "water in a glass in an empty domain",
  "domain": {"min": [0, 0, 0], "max": [0.6, 0.6, 0.6]},
  "frames": 1,
  "particle_spacing": 0.01,
  "fluids": [{"name": "water",
              "shapes": [{"type": "cylinder", "start": [0.3, 0.2, 0.3], "end": [0.3, 0.28, 0.3], "radius": 0.08}]}],
  "solver": "flip"
})";
constexpr Real kGlassRadius = 0.08f, kGlassFloor = 0.2f, kGlassRim = 0.36f;

// Both meshes as one, the second inside out.
TriangleMesh between(TriangleMesh outer, const TriangleMesh& inner) {
    const Index first = outer.vertex_count();
    outer.positions.insert(outer.positions.end(), inner.positions.begin(), inner.positions.end());
    for (const Vec3i& t : inner.triangles) outer.triangles.emplace_back(first + t.x(), first + t.z(), first + t.y());
    return outer;
}

TriangleMesh hollow_box() {
    const BoxShape outer{kInner.min.array() - kWall, kInner.max.array() + kWall};
    return between(triangulate(outer, 0.2f), triangulate(kInner, 0.2f));
}

// A profile of radii and heights turned about the axis x = z = 0.3 m; its ends lie on the axis.
TriangleMesh turned(const std::vector<std::pair<Real, Real>>& profile) {
    constexpr Index kSides = 32;
    TriangleMesh mesh;
    for (const auto& [radius, height] : profile)
        for (Index k = 0; k < kSides; ++k) {
            const Real angle = 2.0f * std::numbers::pi_v<Real> * static_cast<Real>(k) / kSides;
            mesh.positions.emplace_back(0.3f + radius * std::cos(angle), height, 0.3f - radius * std::sin(angle));
        }
    for (Index ring = 0; ring + 1 < static_cast<Index>(profile.size()); ++ring)
        for (Index k = 0; k < kSides; ++k) {
            const Index a = ring * kSides + k, b = ring * kSides + (k + 1) % kSides;
            mesh.triangles.emplace_back(a, b, b + kSides);
            mesh.triangles.emplace_back(a, b + kSides, a + kSides);
        }
    return mesh;
}

TriangleMesh glass(Real wall) {
    const Real out = kGlassRadius + wall;
    return turned({{0.0f, kGlassFloor - wall},
                   {out, kGlassFloor - wall},
                   {out, kGlassRim},
                   {kGlassRadius, kGlassRim},
                   {kGlassRadius, kGlassFloor},
                   {0.0f, kGlassFloor}});
}

Body body_of(const TriangleMesh& mesh, Real wall, Real band) {
    const auto distance = std::make_shared<const MeshDistance>(mesh);
    Body body;
    body.name = "container";
    body.rest_distance = [distance, band](const Vec3& p) { return distance->signed_distance(p, band); };
    body.thinnest = wall;
    return body;
}

Motion turn(Real degrees) {
    Motion motion;
    motion.pivot = Vec3(0.3f, 0.28f, 0.3f);
    motion.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()},
                   {static_cast<Real>(kTurnTime), Vec3::Zero(), Vec3(0.0f, 0.0f, degrees)}};
    return motion;
}

struct Outcome {
    double outside = 0.0;  // share of all particles
    double height = 0.0;   // of the centre of mass, m
};

// Inside is where the container's own coordinates say so.
template <class Inside>
Outcome after(const Run& run, FlipSetup setup, Body body, const Motion& motion, Inside&& inside) {
    body.motion = motion;
    body.max_speed = motion.speed_bound(0.3f);
    setup.bodies.push_back(body);
    SoleSolver<FlipSolver> solver(std::move(setup));
    const double particles = solver->particles().size();
    advance(run, solver, motion.moves() ? kTurnedTime : kRestTime);
    Outcome outcome;
    const RigidTransform pose = solver.world().body_states().of[0].pose;
    const Vec3Column& x = solver->particles().positions();
    for (Index i = 0; i < x.size(); ++i) {
        outcome.height += x[i].y() / particles;
        if (!inside(pose.apply_inverse(x[i]))) outcome.outside += 1.0 / particles;
    }
    outcome.outside += 1.0 - x.size() / particles;
    return outcome;
}

}  // namespace

void measure_thin_walls(const Run& run, const ValidateOptions& options, CaseResult& result) {
    constexpr Real kBand = 0.16f;
    const auto in_box = [](const Vec3& p) { return kInner.signed_distance(p) < 0.0f; };
    const auto in_glass = [](const Vec3& p) {
        const Real radius = std::hypot(p.x() - 0.3f, p.z() - 0.3f);
        return radius < kGlassRadius && p.y() > kGlassFloor && p.y() < kGlassRim + 0.02f;
    };
    const char* source = "water does not pass through walls";
    auto& out = result.measurements;
    const auto box = [&] { return flip_case_setup(run, "thin_walls", kScene); };
    const Outcome rest = after(run, box(), body_of(hollow_box(), kWall, kBand), {}, in_box);
    const Outcome turned_over = after(run, box(), body_of(hollow_box(), kWall, kBand), turn(180.0f), in_box);
    out.push_back(
        {"box at rest: particles outside after 1.5 s", "%", 100.0 * rest.outside, 0.5, upper_bound(), source});
    out.push_back({"box turned upside down in 0.4 s: particles outside after 0.6 s", "%", 100.0 * turned_over.outside,
                   0.5, upper_bound(), source});
    const double middle = 0.5 * (0.2043 + 0.2843);
    out.push_back({"box at rest: height of the centre of mass above the floor", "m", rest.height - kInner.min.y(),
                   middle - kInner.min.y(), relative(0.05), "still water keeps its volume"});
    std::vector<Real> walls;
    if (options.full) walls = {0.016f, 0.004f, 0.001f};
    for (const Real wall : walls) {
        const auto setup = flip_case_setup(run, "thin_walls", kGlassScene);
        const Outcome tilted = after(run, setup, body_of(glass(wall), wall, kBand), turn(20.0f), in_glass);
        out.push_back(
            {fmt::format("glass with walls of {} mm, tilted by 20 degrees in 0.4 s: particles outside after 0.6 s",
                         1000.0f * wall),
             "%", 100.0 * tilted.outside, 0.5, upper_bound(), source});
    }
}

}  // namespace lamella
