// Keyframed rigid motion of a shape.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/geometry/rigid_transform.hpp>

#include <utility>
#include <vector>

namespace lamella {

struct Keyframe {
    Real time = 0.0f;
    Vec3 translation = Vec3::Zero();
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        return field_list(Field{"time", &Keyframe::time, "s", any_value(), "when"}.required(),
                          Field{"translation", &Keyframe::translation, "m", any_value(), "how far the shape has moved"},
                          Field{"rotation", &Keyframe::rotation, "deg", any_value(),
                                "how far it has turned about the pivot: about x, then y, then z; whole turns count"});
    }
};

// Between keys: straight lines, or monotone cubics that leave the first key and reach the last at rest.
enum class Interpolation { linear, cubic };
template <>
inline constexpr auto enum_words<Interpolation> = std::array{"linear", "cubic"};

// Translation and angles are interpolated number by number, and constant before the first and after the last key.
// Cubics (cubic_curve.hpp) have a continuous velocity and do not overshoot: a number that is the same at two keys
// stays the same between them, and one that turns round at a key is at rest there.
struct Motion {
    std::vector<Keyframe> keys;
    Vec3 pivot = Vec3::Zero();
    Interpolation interpolation = Interpolation::linear;

    static constexpr auto fields() {
        return field_list(Field{"keys", &Motion::keys, "", any_value(), "the keyframes, in the order of their times"},
                          Field{"pivot", &Motion::pivot, "m", any_value(), "the point that rotations keep in place"},
                          Field{"interpolation", &Motion::interpolation, "", any_value(),
                                "how it goes from key to key: at constant speeds (linear), or smoothly, at rest at the "
                                "first and the last key and where it turns round (cubic)"}
                              .silent());
    }
    const char* fault() const;  // null when the times increase
    bool moves() const;         // whether any two keys differ

    RigidTransform at(double t) const;

    // The velocity of the point that rests at rest_point, from the exact derivative of at(t); at a key it
    // is the one of the interval that begins there.
    Vec3 velocity_at(double t, const Vec3& rest_point) const;

    // The same for all points: the one that rests at X moves with first (X - pivot) + second.
    std::pair<Mat3d, Vec3d> rates_at(double t) const;

    // No point within `arm` of the pivot moves farther in all, or faster at any time.
    Real path_bound(Real arm) const;
    Real speed_bound(Real arm) const;
};

}  // namespace lamella
