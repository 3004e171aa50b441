// Water at rest under FLIP for ten seconds: its surface stays level and its volume constant.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/mesh_volume.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lamella {
namespace {

constexpr double kStart = 0.5;  // s; the jittered start has settled

constexpr const char* kScene = R"({
  "version": 1,
  "description": "still water in a tank",
  "domain": {"min": [0, 0, 0], "max": [0.8, 0.8, 0.6]},
  "frames": 1,
  "particle_spacing": 0.025,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 0.5, 1]}]}],
  "solver": "flip"
})";

// The mean over columns two spacings wide of their highest particle.
double surface_height(const ParticleSet& water, Real spacing) {
    std::map<std::pair<Index, Index>, double> tops;
    for (Index i = 0; i < water.size(); ++i) {
        const Vec3 p = water.positions()[i] / (2.0f * spacing);
        double& top = tops[{static_cast<Index>(p.x()), static_cast<Index>(p.z())}];
        top = std::max(top, static_cast<double>(water.positions()[i].y()));
    }
    double sum = 0.0;
    for (const auto& [column, top] : tops) sum += top;
    return sum / static_cast<double>(tops.size()) + 0.5 * spacing;
}

}  // namespace

void measure_flip_still_water(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> springs{"none"};
    if (options.full) springs = {"none", "tangential"};
    for (const std::string& spring : springs) {
        const std::vector<std::string> overrides{"solver.springs=" + spring};
        FlipSetup setup = flip_case_setup(run, "flip_still_water", kScene, overrides);
        const Real spacing = setup.spacing;
        SoleSolver<FlipSolver> solver(std::move(setup));
        advance(run, solver, kStart);
        const double height = surface_height(solver->particles(), spacing);
        const double volume = mesh_volume(solver->particles(), spacing);
        double worst_height = 0.0, worst_volume = 0.0;
        const int seconds = options.full ? 10 : 4;
        for (int k = 1; k <= seconds; ++k) {
            advance(run, solver, k);
            worst_height =
                std::max(worst_height, std::abs(surface_height(solver->particles(), spacing) / height - 1.0));
            worst_volume = std::max(worst_volume, std::abs(mesh_volume(solver->particles(), spacing) / volume - 1.0));
        }
        std::vector<double> speeds;
        const auto& v = solver->particles().get<Vec3Column>("v");
        for (Index i = 0; i < v.size(); ++i) speeds.push_back(v[i].norm());
        const std::string name = spring == "none" ? "" : spring + " springs: ";
        const std::string when = fmt::format("from {} to {} s", kStart, seconds);
        auto& out = result.measurements;
        out.push_back({name + "largest change of the mean surface height " + when, "1", worst_height, 0.005,
                       upper_bound(), "nothing moves"});
        out.push_back({name + "largest change of the mesh's volume " + when, "1", worst_volume, 0.005, upper_bound(),
                       "nothing moves"});
        out.push_back({name + "rms speed at the end", "m/s", root_mean_square(speeds), 0.0, reported(), "at rest"});
    }
}

}  // namespace lamella
