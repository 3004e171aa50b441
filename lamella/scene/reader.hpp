// Scene files: JSON with comments, changed by --set, checked with exact places, read into a Scene.
#pragma once

#include <lamella/scene/assets.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/parameter_type.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lamella {

struct LoadedScene {
    std::shared_ptr<const Scene> scene;
    std::shared_ptr<Assets> assets = std::make_shared<Assets>();  // what its files hold, as far as they were asked for
    // Every parameter in a fixed order, defaults too (but for silent ones, core/fields.hpp); reads back as the same
    // scene.
    std::string canonical_json;
    std::string hash;              // of all that decides the simulation: not of frames, description, later stages
    std::filesystem::path folder;  // what file names of canonical_json are relative to
    std::string file;              // what messages call the scene
    JsonValue json;                // where every value stands

    [[noreturn]] void fail(const SceneFault& fault) const;  // InputError "file:line:column: ..."
};

// Runs `work`, which carries the scene out; a SceneFault out of it is told with its place in the file.
template <class Work>
decltype(auto) with_places(const LoadedScene& loaded, Work&& work) {
    try {
        return work();
    } catch (const SceneFault& fault) {
        loaded.fail(fault);
    }
}

// Every fault is an InputError "file:line:column: ..." or "--set #2: ...". File names in the scene are
// relative to the folder of `file_name`, unless a folder is given (a copy of a scene in a run folder).
LoadedScene read_scene(std::string_view text, const std::string& file_name, std::span<const std::string> overrides = {},
                       const std::optional<std::filesystem::path>& folder = std::nullopt);

// The scene of a run folder. Its files are the copies in the folder; those that it has none of (what --set names, or
// the run of an earlier version) lie where the scene's folder was, or in the working folder.
LoadedScene read_scene_of_run(const std::filesystem::path& run, std::span<const std::string> overrides = {});

// A scene file, the one of a run folder, or a shipped scene by its name.
LoadedScene load_scene(const std::string& name_or_path, std::span<const std::string> overrides = {});

// What a scene may say.
const ParameterType& scene_type();

struct SceneDifference {
    std::string path;  // "fluids[0].density"
    std::string first;
    std::string second;
};

// The first key in which two canonical texts differ, apart from those that the hash leaves out.
std::optional<SceneDifference> first_difference(std::string_view first, std::string_view second);

}  // namespace lamella
