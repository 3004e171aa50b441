// What is allowed in a scene, but hardly meant.
#pragma once

#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <string>
#include <vector>

namespace lamella {

// One sentence each, which names the thing: meshes in another unit than metres, obstacles outside the domain or smaller
// than a particle. The meshes of the scene are read.
std::vector<std::string> scene_remarks(const Scene& scene, Assets& assets);

}  // namespace lamella
