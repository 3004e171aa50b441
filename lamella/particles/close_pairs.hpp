// Particles that are too close to one another.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>

namespace lamella {

// How many particles have another within `distance`.
Index count_close(const Vec3Column& positions, Real distance, const PeriodicBox& box = {});

// For each place whether no position is nearer to it than `distance`.
std::vector<std::uint8_t> free_places(const std::vector<Vec3>& places, const Vec3Column& positions, Real distance,
                                      const PeriodicBox& box = {});

}  // namespace lamella
