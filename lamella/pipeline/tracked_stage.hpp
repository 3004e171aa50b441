// The surface stage where the surface is tracked: frames one after the other, each from the state of the one before.
// Where frames are missing or cannot be read the mesh begins anew behind them.
#pragma once

#include <lamella/pipeline/surface_stage.hpp>

namespace lamella {

// The scene's surface is tracked.
StageResult tracked_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& folder,
                        const StageOptions& options);
FilesResult tracked_files(const Run& run, const SurfaceFiles& files, const StageOptions& options);

}  // namespace lamella
