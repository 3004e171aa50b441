// A turn and a shift.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

// x = rotation * rest + translation.
struct RigidTransform {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();

    Vec3 apply(const Vec3& rest) const { return rotation * rest + translation; }
    Vec3 apply_inverse(const Vec3& x) const { return rotation.transpose() * (x - translation); }
};

}  // namespace lamella
