// What the stages after the simulation would refuse in a scene, found before the first step.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <set>
#include <string>

namespace lamella {

// Ends the check: the key that is to blame, and why.
using Refuse = FunctionRef<void(const std::string& path, const std::string& sentence)>;

// `names` are those of the scene's fluids and obstacles.
void check_surface(const Scene& scene, Refuse refuse);
void check_foam(const Scene& scene, const std::set<std::string>& names, Refuse refuse);
void check_render(const Scene& scene, const std::set<std::string>& names, Refuse refuse);

}  // namespace lamella
