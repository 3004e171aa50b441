// Which bodies can be near each other: pairs whose boxes along the axes of space meet.
#pragma once

#include <lamella/core/vec.hpp>

#include <span>
#include <utility>
#include <vector>

namespace lamella {

// By a sweep along x; the lower number first, in ascending order.
std::vector<std::pair<Index, Index>> close_pairs(std::span<const Box3> boxes);

}  // namespace lamella
