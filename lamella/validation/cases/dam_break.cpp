// The front of a collapsing column (dam_break_front.hpp) with each pressure solver of SPH.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/dam_break_front.hpp>

#include <fmt/format.h>

#include <limits>

namespace lamella {
namespace {

struct Variant {
    std::string solver;
    Real friction = 0.0f;

    std::string name() const { return friction > 0.0f ? fmt::format("{}, friction {:.2g}", solver, friction) : solver; }
};

SphSetup column(const Run& run, const Variant& variant, bool full) {
    std::vector<std::string> overrides{"solver.pressure=" + variant.solver};
    if (!full)
        for (const char* coarse :
             {"particle_spacing=0.0073", "domain.max=[0.73,0.3285,0.0511]", "domain.periodic=[false,false,true]"})
            overrides.emplace_back(coarse);
    SphSetup setup = case_setup(run, "dam_break", kDamBreakScene, overrides);
    if (variant.friction > 0.0f) {  // the domain's walls have none: a body takes their place
        Body walls;
        walls.friction = variant.friction;
        walls.samples = std::move(setup.walls);
        walls.rest_distance = [](const Vec3&) { return std::numeric_limits<Real>::infinity(); };
        setup.bodies.push_back(std::move(walls));
        setup.walls.clear();
    }
    return setup;
}

}  // namespace

void measure_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<Variant> variants{{"dfsph"}};
    if (options.full) variants = {{"dfsph"}, {"wcsph"}, {"pcisph"}, {"local_poisson"}, {"dfsph", 0.08f}};
    Plot plot{"The front", "T = t sqrt(2 g / a)", "Z = x / a", {}};
    for (const Variant& variant : variants) {
        SoleSolver<SphSolver> solver(column(run, variant, options.full));
        const auto liquid_at = [&](double t) -> const ParticleSet& {
            advance(run, solver, t);
            return solver->particles();
        };
        const Curve curve = front_curve(liquid_at, solver->liquid().spacing);
        add_front(variant.name(), curve, variant.friction == 0.0f, result);
        plot.series.push_back({variant.name(), Series::Mark::line, curve});
    }
    add_experiments(plot);
    result.plots.push_back(plot);
}

}  // namespace lamella
