// What the surface of a frame takes over from the frames before it.
#pragma once

#include <lamella/core/real.hpp>

#include <vector>

namespace lamella {

struct SurfaceMemory {
    std::vector<Real> levels;  // that give frames their volume (exact_volume.hpp), the last frame at the end
};

}  // namespace lamella
