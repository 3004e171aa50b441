// A place where two bodies touch, or one touches a wall of the domain.
#pragma once

#include <lamella/matter/body.hpp>

namespace lamella {

struct BodyContact {
    Index a = 0;
    Index b = kDomainWalls;        // both among the world's bodies
    Vec3d point = Vec3d::Zero();   // on a
    Vec3d normal = Vec3d::Zero();  // of unit length, from b to a
    Vec3d force = Vec3d::Zero();   // N, on a, with friction
};

}  // namespace lamella
