// Keyframed rigid motion of a shape.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <utility>
#include <vector>

namespace lamella {

// x = rotation * rest + translation.
struct RigidTransform {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();

    Vec3 apply(const Vec3& rest) const { return rotation * rest + translation; }
    Vec3 apply_inverse(const Vec3& x) const { return rotation.transpose() * (x - translation); }
};

struct Keyframe {
    Real time = 0.0f;
    Vec3 translation = Vec3::Zero();
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        return std::tuple{Field{"time", &Keyframe::time, "s", any_value(), "when"}.required(),
                          Field{"translation", &Keyframe::translation, "m", any_value(), "how far the shape has moved"},
                          Field{"rotation", &Keyframe::rotation, "deg", any_value(),
                                "how far it has turned about the pivot: about x, then y, then z; whole turns count"}};
    }
};

// Translation and angles are linear between the keys and constant before the first and after the last.
struct Motion {
    std::vector<Keyframe> keys;
    Vec3 pivot = Vec3::Zero();

    static constexpr auto fields() {
        return std::tuple{Field{"keys", &Motion::keys, "", any_value(), "the keyframes, in the order of their times"},
                          Field{"pivot", &Motion::pivot, "m", any_value(), "the point that rotations keep in place"}};
    }
    const char* fault() const;  // null when the times increase
    bool moves() const;         // whether any two keys differ

    RigidTransform at(double t) const;

    // The velocity of the point that rests at rest_point, from the exact derivative of at(t); at a key it
    // is the one of the interval that begins there.
    Vec3 velocity_at(double t, const Vec3& rest_point) const;

    // The same for all points: the one that rests at X moves with first (X - pivot) + second.
    std::pair<Mat3d, Vec3d> rates_at(double t) const;
};

}  // namespace lamella
