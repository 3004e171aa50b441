// All stages of a scene, one after another, and the scene of an existing run folder.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/stage_options.hpp>
#include <lamella/scene/reader.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace lamella {

// The stages that the scene names, up to `until`.
StageResult run_stages(const Run& run, const LoadedScene& loaded, const std::filesystem::path& folder,
                       const StageOptions& options, Stage until);

// The scene that a run folder was made from, changed by --set (what the simulation depends on may not
// change: InputError).
LoadedScene scene_of_run(const std::filesystem::path& folder, std::span<const std::string> overrides);

}  // namespace lamella
