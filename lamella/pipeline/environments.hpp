// The pictures of all directions that a scene's lights name, each read once.
#pragma once

#include <lamella/render/render_settings.hpp>

#include <string>

namespace lamella {

// The settings with all environments read. A file that cannot be read, or is no such picture, is a SceneFault.
RenderSettings with_environments(RenderSettings settings);

// Of the bytes of all those files; empty when there are none.
std::string hash_of_environments(const RenderSettings& settings);

}  // namespace lamella
