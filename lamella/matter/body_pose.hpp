// Where the bodies of a frame are, how they move and what acts on them, as it is written and read back.
#pragma once

#include <lamella/geometry/motion.hpp>

#include <string>
#include <vector>

namespace lamella {

// The pose maps the body's rest shape, as the scene places it in the world, to where it is now.
struct BodyPose {
    std::string name;
    RigidTransform pose;
    Vec3 velocity = Vec3::Zero();  // m/s, of the point that `pose` maps the world's origin to
    Vec3 spin = Vec3::Zero();      // rad/s
    Vec3d force = Vec3d::Zero();   // N, exerted by the liquid, the mean since the frame before
    Vec3d torque = Vec3d::Zero();  // N m, about the world's origin
};

using BodyPoses = std::vector<BodyPose>;

// Where two bodies touch, as of the last step before the frame.
struct ContactRecord {
    std::string a;
    std::string b;                // empty: a wall of the domain
    Vec3 point = Vec3::Zero();    // m
    Vec3 normal = Vec3::Zero();   // of unit length, from b to a
    Vec3d force = Vec3d::Zero();  // N, on a, with friction; the mean of that step
};

using ContactRecords = std::vector<ContactRecord>;

}  // namespace lamella
