// The picture files that a scene's `render` names: environments of lights, textures of materials and of the floor.
#pragma once

#include <lamella/render/environment_map.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/render/texture.hpp>
#include <lamella/scene/assets.hpp>

namespace lamella {

// One for each light that is an environment. A file that cannot be read, or is no such picture, is a SceneFault.
Environments environments_of(const RenderSettings& settings, Assets& assets);

// By the paths of their files, refused in the same way.
Textures textures_of(const RenderSettings& settings, Assets& assets);

// One of them. InputError where it cannot be read.
std::shared_ptr<const Texture> texture_of(const InputFile& file, Assets& assets);

// Both, read and kept by the assets, and what was read from their files.
FileRecords picture_files(const RenderSettings& settings, Assets& assets);

}  // namespace lamella
