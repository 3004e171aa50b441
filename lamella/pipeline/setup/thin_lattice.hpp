// How thick a body of lattice points is.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>
#include <span>

namespace lamella {

// Whether more than half of the points of a cubic lattice (which begins half a spacing inside the lowest corner of
// `box`) stand in a row of fewer than three along some axis that is not periodic, or there are none.
bool mostly_thin(std::span<const Vec3> points, const Box3& box, Real spacing, const std::array<bool, 3>& periodic);

}  // namespace lamella
