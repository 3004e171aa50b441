// What no single parameter can say about itself: names that stand twice, a fluid outside the domain, a
// period that is too short, files that are not there.
#pragma once

#include <lamella/scene/json.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// The first fault is an InputError with the place of the value in `json`, the tree that the scene was
// read from. File names in the scene are already resolved.
void check_scene(const Scene& scene, const JsonValue& json, std::string_view file);

}  // namespace lamella
