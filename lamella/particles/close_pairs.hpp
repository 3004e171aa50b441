// Particles that are too close to one another.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>

namespace lamella {

// How many particles have another within `distance`.
Index count_close(const Vec3Column& positions, Real distance, const PeriodicBox& box = {});

// Those places, in their order, that no position is nearer to than `distance`.
std::vector<Vec3> free_places(const std::vector<Vec3>& places, const Vec3Column& positions, Real distance,
                              const PeriodicBox& box = {});

}  // namespace lamella
