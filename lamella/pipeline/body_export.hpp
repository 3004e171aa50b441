// The bodies and obstacles of a run for other programs: the mesh of each once, and where it is in every frame.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/io/moving_meshes.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

struct BodyExport {
    MovingMeshes bodies;
    std::string scene_hash;
    std::vector<std::string> notes;  // what is left out, and why
};

// Of all frames that the simulation has written. A run without bodies is an InputError.
BodyExport bodies_of_run(const Run& run, const std::filesystem::path& folder);

}  // namespace lamella
