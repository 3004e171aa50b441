// What a scene's solver says it cannot do: periods, several fluids, materials, attributes, numbers that do not go
// together.
#pragma once

#include <lamella/scene/check_stages.hpp>

namespace lamella {

void check_solver(const Scene& scene, Refuse refuse);

}  // namespace lamella
