// A jet falls on a sphere (He 2014, Figs 4 and 10; the shipped scene he2014/sphere). With air pressure the film clings
// to the sphere and leaves it at its lowest point; without it the film leaves where the sphere turns away. Measured is
// the share of the particles leaving after 0.3 s that do so within 25 degrees of the lowest point. A particle is on
// the sphere when it was nearer to it than 1.5 spacings, and has left when it is farther than 3.
#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/sph_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <unordered_set>

namespace lamella {
namespace {

constexpr double kFirstCounted = 0.3;  // s
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

void add_flow(const Run& run, const std::string& name, std::vector<std::string> overrides,
              const ValidateOptions& options, Tolerance tolerance, double bar, CaseResult& result) {
    if (!options.full)
        for (const char* coarse :
             {"particle_spacing=0.005", "solver.surface_tension.kappa=0.01", "fluids[0].viscosity=0.1"})
            overrides.emplace_back(coarse);
    const LoadedScene loaded = load_scene("he2014/sphere", overrides);
    SphSolver solver(sph_setup(run, loaded.scene));
    Departures departures(ball_of(loaded.scene));
    const double end = (loaded.scene.frames - 1) / loaded.scene.frame_rate;
    for (double t = 0.005; t < end; t += 0.005) {
        advance(run, solver, t);
        departures.look(solver);
    }
    result.measurements.push_back({name + ": share that leaves within 25 degrees of the lowest point", "1",
                                   departures.share(), bar, tolerance, "He 2014, Figs 4 and 10"});
    result.measurements.push_back(
        {name + ": particles that left, of those emitted", "1",
         static_cast<double>(departures.left()) / static_cast<double>(solver.inventory().emitted()), 0.0, reported(),
         "after 0.3 s"});
}

}  // namespace

void measure_water_on_sphere(const Run& run, const ValidateOptions& options, CaseResult& result) {
    add_flow(run, "air pressure alone", {}, options, lower_bound(), 0.8, result);
    add_flow(run, "air pressure and thin features", {"solver.thin_features=corrected"}, options,
             options.full ? reported() : lower_bound(), 0.8, result);
    add_flow(run, "neither", {"solver.air_pressure=none"}, options, upper_bound(), 0.2, result);
}

}  // namespace lamella
