// Positions far from zero: single precision would lose the places that tell neighbours apart.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

// True when float coordinates between `low` and `high` would lose four or more bits compared with
// coordinates relative to `low`.
inline bool needs_wide_positions(const Vec3d& low, const Vec3d& high) {
    const double largest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
    return low != high && largest > 16 * (high - low).norm();
}

}  // namespace lamella
