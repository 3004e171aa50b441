// How far away points may be, and how large radii. Embree does arithmetic of its own with what it is given, and ends
// the program where that overflows; so what is larger is an InputError.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

inline constexpr Real kFarthestDrawn = 1e15f;  // m

}  // namespace lamella
