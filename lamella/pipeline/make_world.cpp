#include <lamella/core/overloaded.hpp>
#include <lamella/pipeline/flip_setup.hpp>
#include <lamella/pipeline/make_world.hpp>
#include <lamella/pipeline/prescribed_setup.hpp>
#include <lamella/pipeline/sph_setup.hpp>

namespace lamella {
namespace {

template <class S, class Setup>
World world_of(Setup setup) {
    std::vector<Body> bodies = setup.bodies;
    std::vector<AnySolver> solvers;
    solvers.push_back(AnySolver::of<S>(std::move(setup)));
    return {std::move(bodies), std::move(solvers)};
}

}  // namespace

World make_world(const Run& run, const Scene& scene) {
    return std::visit(Overloaded{[&](const SphParameters&) { return world_of<SphSolver>(sph_setup(run, scene)); },
                                 [&](const FlipParameters&) { return world_of<FlipSolver>(flip_setup(run, scene)); },
                                 [&](const PrescribedParameters&) {
                                     return world_of<PrescribedSolver>(prescribed_setup(run, scene));
                                 }},
                      scene.solver);
}

}  // namespace lamella
