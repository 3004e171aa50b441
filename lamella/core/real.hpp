// The number types of the whole library: single precision for state, 32-bit counts.
#pragma once

#include <cstdint>

namespace lamella {

using Real = float;          // particles, meshes and grids
using Index = std::int32_t;  // a particle, vertex or cell number; counts stay below 2^31

}  // namespace lamella
