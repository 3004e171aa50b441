#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/pipeline/setup/solid_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>

#include <fmt/format.h>

namespace lamella {

namespace {

LoadedScene loaded(const SolidScene& scene) {
    return read_scene(fmt::format(R"({{"version": 1, "domain": {}, "gravity": {}, "forces": {}, "frames": 1,
        "particle_spacing": {}, "solids": [{}]}})",
                                  scene.domain, scene.gravity, scene.forces, scene.spacing, scene.solids),
                      "solid.json");
}

}  // namespace

World world_of(const Run& run, const SolidScene& scene) {
    const LoadedScene there = loaded(scene);
    return make_world(run, *there.scene, *there.assets);
}

World world_of(const Run& run, const SolidScene& scene, FunctionRef<void(SolidsSetup&)> change) {
    const LoadedScene there = loaded(scene);
    SolidsSetup setup = solids_setup(run, *there.scene, *there.assets, {});
    change(setup);
    std::vector<AnySolver> solvers;
    solvers.push_back(AnySolver::of<SolidSolver>(std::move(setup)));
    return {{}, std::move(solvers)};
}

void advance(const Run& run, World& world, double time) {
    for (double left = time - world.time(); left > 0.0;) {
        run.throw_if_stopped();
        left -= world.step(left);
    }
}

}  // namespace lamella
