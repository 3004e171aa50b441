// Colours for numbers.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

// Linear red, green and blue for t in [0, 1] (clamped): dark violet over teal to yellow, in even steps of
// perceived lightness.
Vec3 map_colour(Real t);

}  // namespace lamella
