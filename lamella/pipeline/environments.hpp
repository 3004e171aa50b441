// The pictures of all directions that a scene's lights name.
#pragma once

#include <lamella/render/environment_map.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/scene/assets.hpp>

namespace lamella {

// One for each light that is an environment. A file that cannot be read, or is no such picture, is a SceneFault.
Environments environments_of(const RenderSettings& settings, Assets& assets);

// What was read from their files.
FileRecords environment_files(const RenderSettings& settings, Assets& assets);

}  // namespace lamella
