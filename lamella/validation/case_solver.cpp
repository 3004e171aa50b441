#include <lamella/pipeline/flip_setup.hpp>
#include <lamella/pipeline/sph_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/validation/case_solver.hpp>

namespace lamella {

SphSetup case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                    std::span<const std::string> overrides) {
    const LoadedScene loaded = read_scene(scene_text, name + ".json", overrides);
    return with_places(loaded, [&] { return sph_setup(run, loaded.scene); });
}

FlipSetup flip_case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                          std::span<const std::string> overrides) {
    const LoadedScene loaded = read_scene(scene_text, name + ".json", overrides);
    return with_places(loaded, [&] { return flip_setup(run, loaded.scene); });
}

FlipSetup flip_shipped_setup(const Run& run, std::string_view scene, std::span<const std::string> overrides) {
    const LoadedScene loaded = load_scene(std::string(scene), overrides);
    return with_places(loaded, [&] { return flip_setup(run, loaded.scene); });
}

}  // namespace lamella
