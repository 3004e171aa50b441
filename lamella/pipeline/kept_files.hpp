// Copies of the files that a scene names, in the run folder: so it can be moved, copied and opened from anywhere.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// Reads what the scene's pictures need, so that the run keeps it, too.
void read_picture_files(const Scene& scene, Assets& assets);

// Copies every file that was read to where RunFolder::kept_file() looks for it; other copies go. A file that has
// changed since it was read is an InputError.
void keep_files(const RunFolder& folder, const Assets& assets);

// Refuses files that were read now and are others than those that the run was simulated with.
void refuse_changed_files(const RunFolder& folder, const Assets& assets);

}  // namespace lamella
