// A field that is known as a formula: balls with soft edges that move and grow into one another. Meshes are followed on
// it where the right topology has to be known (tests, `lamella validate`).
#pragma once

#include <lamella/tracking/level_field.hpp>

#include <vector>

namespace lamella {

struct SoftBall {
    Vec3 centre = Vec3::Zero();
    Real radius = 1.0f;
    Vec3 velocity = Vec3::Zero();
    Real growth = 0.0f;  // of the radius per second
    Real sign = 1.0f;    // -1: a hollow in the others
};

// phi = (sum of smooth steps of (radius - distance) / softness, minus 1/2), in metres at the surface of a single ball.
class SoftBalls final : public LevelField {
public:
    SoftBalls(std::vector<SoftBall> all, Real softness) : balls(std::move(all)), softness_(softness) {}

    void evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const override;
    LevelSample sample(const Vec3& x) const;

    // The mean of the balls' surface velocities, by how steep each is here.
    Vec3 velocity(const Vec3& x) const;
    void advance(Real dt);
    void turn_round_at_walls(Real wall);  // of the box from -wall to wall
    Box3 bounds() const;                  // outside it is nothing

    std::vector<SoftBall> balls;

private:
    struct Share {
        Real inside;  // 0 outside, 1 inside, 1/2 at the surface
        Vec3 away;    // from the centre
    };
    Share share_of(const SoftBall& ball, const Vec3& x) const;

    Real softness_;
};

// 14 balls of 2.2 +- 0.5 spacings that fly through one another at up to 4 spacings a second along each axis, in a box
// of
// +- 5.5 spacings. A spacing is 1 m.
SoftBalls flying_balls(std::uint64_t seed);

// `count` balls in a ball of radius `spread`, which grow; radii are `radius` +- 20 %.
SoftBalls growing_balls(std::uint64_t seed, std::uint64_t count, Real spread, Real radius, Real growth);

}  // namespace lamella
