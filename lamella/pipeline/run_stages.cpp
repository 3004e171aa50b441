#include <lamella/core/error.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/pipeline/foam_stage.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/pipeline/surface_stage.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

namespace lamella {

StageResult run_stages(const Run& run, const LoadedScene& loaded, const std::filesystem::path& folder,
                       const StageOptions& options, Stage until) {
    const bool renders = until >= Stage::render && loaded.scene->render;
    if (renders)  // a bad file ends it at once
        with_places(loaded, [&] { picture_files(*loaded.scene->render, *loaded.assets); });
    StageResult result = simulate(run, loaded, folder, options);
    if (result == StageResult::done && until >= Stage::surface && loaded.scene->surface)
        result = surface_run(run, loaded, folder, options);
    if (result == StageResult::done && until >= Stage::foam && loaded.scene->foam)
        result = foam_run(run, loaded, folder, options);
    if (result == StageResult::done && renders) result = render_run(run, loaded, folder, options);
    return result;
}

LoadedScene scene_of_run(const std::filesystem::path& path, std::span<const std::string> overrides) {
    const LoadedScene stored = read_scene_of_run(path);
    LoadedScene loaded = read_scene_of_run(path, overrides);
    if (loaded.hash != stored.hash) {
        const auto difference = first_difference(stored.canonical_json, loaded.canonical_json);
        throw InputError(fmt::format("{}: --set may not change the simulation of a finished run{}", path.string(),
                                     difference ? " ('" + difference->path + "')" : ""));
    }
    return loaded;
}

}  // namespace lamella
