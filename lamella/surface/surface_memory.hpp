// What the surface of a frame takes over from the frames before it.
#pragma once

#include <lamella/core/real.hpp>

#include <vector>

namespace lamella {

// The distances of particles from a surface, by their ids, which are sorted and each there once.
struct TrackedDistances {
    std::vector<Index> ids;
    std::vector<Real> distances;  // spacings
};

struct SurfaceMemory {
    std::vector<Real> levels;  // that give frames their volume (exact_volume.hpp), the last frame at the end
    std::vector<TrackedDistances> tracked;  // by the number of frames that they were tracked for (adams2007.hpp)
};

}  // namespace lamella
