// The k-d tree library that fixed-radius search is compared with.
#pragma once

#include <lamella/core/columns.hpp>

namespace lamella {

// Builds nanoflann's tree and asks for the neighbours of every point; the number of pairs, itself included.
double nanoflann_pairs(const Vec3Column& points, Real radius);

}  // namespace lamella
