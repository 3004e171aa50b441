// What is allowed in a scene, but hardly meant.
#pragma once

#include <lamella/scene/reader.hpp>

#include <string>
#include <vector>

namespace lamella {

// One sentence each, with its place in the file, which names the thing: meshes in another unit than metres, obstacles
// outside the domain or smaller than a particle, liquid and nozzles that reach out of the domain. The meshes of the
// scene are read.
std::vector<std::string> scene_remarks(const LoadedScene& loaded);

}  // namespace lamella
