// Points no two of which are close to one another, chosen from many by their rank.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>

#include <span>

namespace lamella {

// Those that stay when the points are taken one after another and each that has a taken one within `distance` is left
// out; ascending. Found in rounds: whoever comes before all undecided around it is taken, and they are left out. That
// gives the same set, in parallel.
std::vector<Index> independent_points(std::span<const Vec3> points, Real distance, const PeriodicBox& box = {});

}  // namespace lamella
