// Every shape of a scene with its path, for what has to be done to all of them.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <string>

namespace lamella {

// The obstacles of a scene, and behind them its rigid bodies as obstacles at rest: all that liquids meet and pictures
// show.
std::vector<Obstacle> solids_of(const Scene& scene);

// Where the scene has the solid of that number: "obstacles[2]".
std::string path_of_solid(const Scene& scene, std::size_t k);

void for_each_shape(const Scene& scene, FunctionRef<void(const Shape& shape, const std::string& path)> visit);

}  // namespace lamella
