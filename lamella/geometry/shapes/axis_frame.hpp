// Directions across an axis.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

// A right-handed frame whose third column is the unit vector `axis`.
inline Mat3 frame_around(const Vec3& axis) {
    Index smallest = 0;
    axis.cwiseAbs().minCoeff(&smallest);
    Mat3 frame;
    frame.col(2) = axis;
    frame.col(0) = cross(Vec3(Vec3::Unit(smallest)), axis).normalized();
    frame.col(1) = cross(axis, Vec3(frame.col(0)));
    return frame;
}

}  // namespace lamella
