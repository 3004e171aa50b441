// Holes between particles: by the distance of given points to the nearest particle.
#pragma once

#include <lamella/core/columns.hpp>
#include <lamella/particles/periodic_box.hpp>

#include <span>
#include <vector>

namespace lamella {

// The largest distance of one of the points to the particle nearest to it, by a double loop.
double largest_gap(const Vec3Column& positions, std::span<const Vec3> points, const PeriodicBox& box = {});

// The points of a rectangle at the corner with the given edges, `step` apart.
std::vector<Vec3> plane_points(const Vec3& corner, const Vec3& edge, const Vec3& other_edge, Real step);

}  // namespace lamella
