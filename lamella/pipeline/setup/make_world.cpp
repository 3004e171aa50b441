#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/pipeline/setup/rigid_setup.hpp>
#include <lamella/pipeline/setup/solid_setup.hpp>
#include <lamella/scene/scene.hpp>

namespace lamella {

World make_world(const Run& run, const Scene& scene, Assets& assets) {
    LiquidSetup setup = liquid_setup(run, scene, assets);
    std::vector<Body> bodies = setup.bodies;
    std::vector<AnySolver> solvers;
    if (!scene.fluids.empty())
        solvers.push_back(std::visit(
            [&](const SolverParameters auto& solver) { return solver.make_solver(std::move(setup)); }, scene.solver));
    if (!scene.solids.empty()) solvers.push_back(AnySolver::of<SolidSolver>(solids_setup(run, scene, assets, bodies)));
    if (!scene.bodies.empty()) solvers.push_back(AnySolver::of<RigidSolver>(rigid_setup(run, scene, assets, bodies)));
    return {std::move(bodies), std::move(solvers)};
}

}  // namespace lamella
