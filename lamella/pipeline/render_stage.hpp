// The last stage: from meshes or particles to pictures and a film.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/file_stage.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/scene/reader.hpp>

#include <filesystem>

namespace lamella {

// A picture of each frame, and a film, for the frames that the run folder holds.
StageResult render_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& folder,
                       const StageOptions& options);

// What the scene's pictures would be refused for, as far as it shows before there are frames: a SceneFault.
void check_pictures(const Scene& scene, Assets& assets);

// Someone else's files: meshes, particles, tetrahedra, strands.
struct RenderFiles {
    std::string input;
    std::string output;  // a .png or a pattern of them
    RenderSettings settings;
    bool z_up = false;
};
FilesResult render_files(const Run& run, const RenderFiles& files, const StageOptions& options);

}  // namespace lamella
