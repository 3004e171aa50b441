// The second stage: from particle frames, ours or anybody's, to triangle meshes.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/file_stage.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/surface/surface_settings.hpp>

#include <filesystem>
#include <optional>

namespace lamella {

// A mesh for each part of particles, and what the settings ask for beside it, for the frames that the run folder holds.
StageResult surface_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& folder,
                        const StageOptions& options);

// Someone else's particle files: `input` is a file or a sequence (%04d, {} or a glob), `output` a file or a
// pattern whose ending decides the format.
struct SurfaceFiles {
    std::string input;
    std::string output;
    SurfaceField field;
    std::optional<Real> spacing;  // else from the particles
    bool z_up = false;            // the input's up axis is z: turned to y on the way in and back on the way out
};

FilesResult surface_files(const Run& run, const SurfaceFiles& files, const StageOptions& options);

}  // namespace lamella
