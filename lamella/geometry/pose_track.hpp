// Rigid motion through poses with quaternions, as animation files give it.
#pragma once

#include <lamella/geometry/motion.hpp>

#include <span>

namespace lamella {

struct PoseKey {
    double time = 0.0;
    Vec3d translation = Vec3d::Zero();
    Eigen::Vector4d rotation = {0.0, 0.0, 0.0, 1.0};  // a quaternion x, y, z, w of any length but zero
};

// Translations are linear between the keys, rotations turn about one axis at a constant rate by at most half a turn
// (Shoemake 1985); before the first and after the last key the body rests. Two keys at one time are a jump: at that
// time the second holds.
class PoseTrack {
public:
    PoseTrack() = default;
    explicit PoseTrack(std::vector<PoseKey> keys);  // RunError when times decrease or a quaternion is zero

    std::span<const PoseKey> keys() const { return keys_; }
    bool moves() const;  // whether any two keys differ
    bool jumps() const;  // whether two keys at one time differ

    RigidTransform at(double t) const;
    PoseKey key_at(double t) const;  // the same in double
    // The velocity of the point that rests at rest_point, from the exact derivative of at(t); at a key it is the one of
    // the interval that begins there.
    Vec3 velocity_at(double t, const Vec3& rest_point) const;
    // The same for all points: the one that rests at X moves with turning X + drift.
    struct Rates {
        Mat3d turning;
        Vec3d drift;
    };
    Rates rates_at(double t) const;
    Vec3d spin_at(double t) const;  // rad/s

    // No point that rests within `arm` of the origin moves farther in all, or (but for jumps) faster at any time.
    Real path_bound(Real arm) const;
    Real speed_bound(Real arm) const;

    // The track that takes what `rest` has placed already to where this one has it.
    PoseTrack relative_to(const PoseKey& rest) const;

    // The same motion of points that are given relative to an origin.
    PoseTrack seen_from(const Vec3d& origin) const;

private:
    struct State;
    State state_at(double t) const;
    double longest_arm(Real arm) const;

    std::vector<PoseKey> keys_;
    PoseKey rest_;  // at rest already, and undone first
    Vec3d origin_ = Vec3d::Zero();
};

}  // namespace lamella
