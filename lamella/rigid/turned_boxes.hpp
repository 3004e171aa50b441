// Boxes that turn with bodies: which bodies and which of their points can be near each other at all.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/geometry/rigid_transform.hpp>

namespace lamella {

// The bounds of one body at rest, seen from the rest pose of another.
struct TurnedBox {
    TurnedBox(const Box3& bounds, const RigidTransform& pose, const RigidTransform& seen_from)
        : turn(seen_from.rotation.transpose() * pose.rotation),
          shift(seen_from.rotation.transpose() * (pose.translation - seen_from.translation)),
          centre(turn * bounds.centre() + shift),
          half(0.5f * bounds.size()) {}

    Vec3 apply(const Vec3& rest) const { return turn * rest + shift; }

    // False only where all points of this box are farther than `margin` from the other, by the axes of both and those
    // across two edges (Gottschalk, Lin, Manocha 1996).
    bool near(const Box3& other, Real margin) const;

    Mat3 turn;
    Vec3 shift;
    Vec3 centre;
    Vec3 half;
};

}  // namespace lamella
