#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/validation/case_solver.hpp>

namespace lamella {

namespace {

template <class Setup, class Parameters = decltype(Setup::parameters)>
Setup setup_of(const Run& run, const LoadedScene& loaded) {
    return with_places(loaded, [&] {
        return Setup{liquid_setup(run, *loaded.scene, *loaded.assets), std::get<Parameters>(loaded.scene->solver)};
    });
}

}  // namespace

SphSetup case_setup(const Run& run, const LoadedScene& loaded) { return setup_of<SphSetup>(run, loaded); }

SphSetup case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                    std::span<const std::string> overrides) {
    return setup_of<SphSetup>(run, read_scene(scene_text, name + ".json", overrides));
}

FlipSetup flip_case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                          std::span<const std::string> overrides) {
    return setup_of<FlipSetup>(run, read_scene(scene_text, name + ".json", overrides));
}

LevelSetSetup level_set_case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                                   std::span<const std::string> overrides) {
    return setup_of<LevelSetSetup, SeaParameters>(run, read_scene(scene_text, name + ".json", overrides));
}

CarriedSeaSetup carried_sea_case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                                       std::span<const std::string> overrides) {
    return setup_of<CarriedSeaSetup>(run, read_scene(scene_text, name + ".json", overrides));
}

FlipSetup flip_shipped_setup(const Run& run, std::string_view scene, std::span<const std::string> overrides) {
    return setup_of<FlipSetup>(run, load_scene(std::string(scene), overrides));
}

}  // namespace lamella
