#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/validation/case_world.hpp>

namespace lamella {

World case_world(const Run& run, const std::string& name, std::string_view scene_text) {
    const LoadedScene loaded = read_scene(scene_text, name + ".json");
    return make_world(run, *loaded.scene, *loaded.assets);
}

}  // namespace lamella
