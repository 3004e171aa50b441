// A jet falls on a sphere (He 2014, Figs 4 and 10; the shipped scene he2014/sphere). With air pressure the film clings
// to the sphere and leaves it at its lowest point; without it the film leaves where the sphere turns away. Measured is
// the share of the particles leaving after 0.3 s that do so within 25 degrees of the lowest point. A particle is on
// the sphere when it was nearer to it than 1.5 spacings, and has left when it is farther than 3.
//
// The jet then stops, and the film drains. A place on the sphere is dry when no particle of the film is within 1.5
// spacings of it, that is in a hole of 3 spacings at least.
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/sampled_curve.hpp>
#include <lamella/validation/sphere_directions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

namespace lamella {
namespace {

constexpr double kFirstCounted = 0.3;  // s
constexpr double kStop = 1.1;          // of the jet; s
constexpr double kLongest = 0.4;       // time to drain; s
constexpr double kMostlyDry = 0.75;    // share of the upper half
constexpr double kLowest = 25.0;       // degrees

struct Ball {
    Vec3d centre;  // relative to the domain's lowest corner
    double radius;
};

Ball ball_of(const Scene& scene) {
    const auto& sphere = std::get<SphereShape>(scene.obstacles.front().shape);
    return {sphere.centre.cast<double>() - simulation_origin(scene), sphere.radius};
}

// Follows particles from their touching the sphere to their leaving it.
class Departures {
public:
    explicit Departures(const Ball& ball) : ball_(ball) {}

    void look(const SphSolver& solver) {
        const double d = solver.liquid().spacing;
        const auto& x = solver.particles().positions();
        const auto& id = solver.particles().get<IndexColumn>("id");
        for (Index i = 0; i < x.size(); ++i) {
            const Vec3d from_centre = x[i].cast<double>() - ball_.centre;
            const double distance = from_centre.norm() - ball_.radius;
            if (distance < 1.5 * d) on_.insert(id[i]);
            if (distance < 3.0 * d || on_.erase(id[i]) == 0 || solver.time() < kFirstCounted) continue;
            const double angle = std::acos(-from_centre.y() / from_centre.norm()) * 180.0 / std::numbers::pi;
            ++left_;
            below_ += angle < kLowest ? 1 : 0;
        }
    }
    int left() const { return left_; }
    double share() const { return static_cast<double>(below_) / left_; }

private:
    Ball ball_;
    std::unordered_set<Index> on_;
    int left_ = 0;
    int below_ = 0;
};

// The share of the upper half of the sphere that is dry.
double dry_share(const SphSolver& solver, const Ball& ball) {
    const double d = solver.liquid().spacing;
    const auto& x = solver.particles().positions();
    std::vector<Vec3> film;  // seen from the centre
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3d from_centre = x[i].cast<double>() - ball.centre;
        if (from_centre.norm() < ball.radius + 3.0 * d) film.push_back(from_centre.normalized().cast<Real>());
    }
    const auto reach = static_cast<Real>(1.5 * d / ball.radius);
    int dry = 0, all = 0;
    for (const Vec3& place : sphere_directions(5)) {
        if (place.y() < 0.0f) continue;
        ++all;
        dry += std::ranges::none_of(film, [&](const Vec3& p) { return (p - place).norm() < reach; }) ? 1 : 0;
    }
    return static_cast<double>(dry) / all;
}

// The dry share over the time since the jet has stopped, until most of it is dry.
Curve drain(const Run& run, SoleSolver<SphSolver>& solver, const Ball& ball) {
    Curve curve{{0.0, dry_share(solver, ball)}};
    for (double t = 0.005; t < kLongest && curve.back().second < kMostlyDry; t += 0.005) {
        advance(run, solver, kStop + t);
        curve.emplace_back(t, dry_share(solver, ball));
    }
    return curve;
}

// When most of it is dry, or the end of the curve.
double life(const Curve& draining) {
    const double t = first_reach(draining, kMostlyDry);
    return std::isfinite(t) ? t : draining.back().first;
}

void add_flow(const Run& run, const std::string& name, std::vector<std::string> overrides,
              const ValidateOptions& options, Tolerance tolerance, double bar, CaseResult& result) {
    overrides.push_back(fmt::format("fluids[0].emitters[0].stop={}", kStop));
    if (!options.full)
        for (const char* coarse :
             {"particle_spacing=0.005", "solver.surface_tension.kappa=0.01", "fluids[0].viscosity=0.1"})
            overrides.emplace_back(coarse);
    const LoadedScene loaded = load_scene("he2014/sphere", overrides);
    SoleSolver<SphSolver> solver(case_setup(run, loaded));
    const Ball ball = ball_of(*loaded.scene);
    Departures departures(ball);
    for (int k = 1; 0.005 * k <= kStop; ++k) {
        advance(run, solver, 0.005 * k);
        departures.look(solver);
    }
    const auto emitted = static_cast<double>(solver->inventory().emitted());
    const Curve draining = drain(run, solver, ball);
    auto& out = result.measurements;
    out.push_back({name + ": share that leaves within 25 degrees of the lowest point", "1", departures.share(), bar,
                   tolerance, "He 2014, Figs 4 and 10"});
    out.push_back({name + ": particles that left, of those emitted", "1", departures.left() / emitted, 0.0, reported(),
                   "after 0.3 s"});
    out.push_back({name + ": dry share of the upper half while the jet runs", "1", draining.front().second, 0.0,
                   reported(), "holes of 3 spacings and more"});
    out.push_back({name + ": time from the stop of the jet until 3/4 of it is dry", "s", life(draining), 0.0,
                   reported(), "the end of the jet falls for 0.07 s of it"});
}

}  // namespace

void measure_water_on_sphere(const Run& run, const ValidateOptions& options, CaseResult& result) {
    add_flow(run, "air pressure alone", {}, options, lower_bound(), 0.8, result);
    add_flow(run, "air pressure and thin features", {"solver.thin_features=corrected"}, options, lower_bound(), 0.8,
             result);
    add_flow(run, "neither", {"solver.air_pressure=none"}, options, upper_bound(), 0.2, result);
}

}  // namespace lamella
