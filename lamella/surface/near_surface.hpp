// Which particles the surface passes near. All that costs much is done for them only (Yu 2011, section 4.5).
//
// Yu counts neighbours within R = 4 d and looks at how far their mean lies off. Within 2 d, the mean with the
// weight 1 - (r / 2 d)^3 tells the outer layer from everything else: it is off by 0.4 d there, by 0.05 d one
// layer deeper. Sheets and filaments have a mean that is not off, but a low sum of weights. A particle is near
// the surface when it, or one within 2 d of it, is in the outer layer; that takes the outer two layers and
// most of the third. So is one that was split: sheets split. The rest counts as deep inside.
#pragma once

#include <lamella/surface/particle_cloud.hpp>

#include <cstdint>
#include <vector>

namespace lamella {

enum class Depth : std::uint8_t { deep, near, outer };

struct NearSurface {
    ScalarColumn filling;      // sum of the weights, 1 deep inside
    std::vector<Depth> depth;  // of each particle
    std::vector<Index> cells;  // the cells that hold one near the surface, in order

    bool operator[](Index i) const { return depth[static_cast<std::size_t>(i)] != Depth::deep; }
    bool outer(Index i) const { return depth[static_cast<std::size_t>(i)] == Depth::outer; }
};

NearSurface find_near_surface(const ParticleCloud& cloud);

// Everything counts as near the surface.
NearSurface all_near_surface(const ParticleCloud& cloud);

}  // namespace lamella
