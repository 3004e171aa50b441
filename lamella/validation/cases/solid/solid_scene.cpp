#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>

#include <fmt/format.h>

namespace lamella {

World world_of(const Run& run, const SolidScene& scene) {
    const std::string text = fmt::format(R"({{"version": 1, "domain": {}, "gravity": {}, "forces": {}, "frames": 1,
        "particle_spacing": {}, "solids": [{}]}})",
                                         scene.domain, scene.gravity, scene.forces, scene.spacing, scene.solids);
    const LoadedScene loaded = read_scene(text, "solid.json");
    return make_world(run, *loaded.scene, *loaded.assets);
}

void advance(const Run& run, World& world, double time) {
    for (double left = time - world.time(); left > 0.0;) {
        run.throw_if_stopped();
        left -= world.step(left);
    }
}

}  // namespace lamella
