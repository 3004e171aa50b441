// Every shape of a scene with its path, for what has to be done to all of them.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/scene/scene.hpp>

#include <string>

namespace lamella {

void for_each_shape(const Scene& scene, FunctionRef<void(const Shape& shape, const std::string& path)> visit);

}  // namespace lamella
