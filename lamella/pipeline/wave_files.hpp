// Capillary waves put on a surface that was tracked before: the state files of its frames are read (mesh.0001.tracked,
// tracked_sequence.hpp), and the meshes are written with their waves (Yu 2011, Fig. 1.2). A state file beside each
// (mesh.0001.waves) lets the next frame go on with the same bits.
#pragma once

#include <lamella/pipeline/surface_stage.hpp>

namespace lamella {

// By the ending of the files' name.
bool are_tracked_frames(const std::string& input);

FilesResult wave_files(const Run& run, const SurfaceFiles& files, const StageOptions& options);

}  // namespace lamella
