// Fields that are known as formulas: balls with soft edges that move and grow, for the tests of topology repair.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/tracking/level_field.hpp>

#include <cmath>
#include <vector>

namespace lamella::test {

struct SoftBall {
    Vec3 centre = Vec3::Zero();
    Real radius = 1.0f;
    Vec3 velocity = Vec3::Zero();
    Real growth = 0.0f;  // of the radius per second
    Real sign = 1.0f;    // -1: a hollow in the others
};

// phi = (sum of smooth steps of (radius - distance) / softness, minus 1/2), scaled to metres at a single ball's
// surface.
class SoftBalls final : public LevelField {
public:
    SoftBalls(std::vector<SoftBall> all, Real softness) : balls(std::move(all)), softness_(softness) {}

    void evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const override {
        parallel_for("balls", static_cast<Index>(points.size()), [&](Index i) { out[i] = sample(points[i]); });
    }
    LevelSample sample(const Vec3& x) const {
        LevelSample sum{-0.5f, Vec3::Zero()};
        for (const SoftBall& ball : balls) {
            const auto [u, away] = inside_share(ball, x);
            sum.value += ball.sign * u * u * (3.0f - 2.0f * u);
            sum.gradient -= ball.sign * 3.0f * u * (1.0f - u) / softness_ * away;
        }
        sum.value *= softness_ / 0.75f;
        sum.gradient *= softness_ / 0.75f;
        return sum;
    }
    // The mean of the balls' surface velocities, by how steep each is here.
    Vec3 velocity(const Vec3& x) const {
        Vec3 sum = Vec3::Zero();
        Real weights = 0.0f;
        for (const SoftBall& ball : balls) {
            const auto [u, away] = inside_share(ball, x);
            sum += u * (1.0f - u) * (ball.velocity + ball.growth * away);
            weights += u * (1.0f - u);
        }
        return weights > 1e-6f ? Vec3(sum / weights) : Vec3::Zero();
    }
    void advance(Real dt) {
        for (SoftBall& ball : balls) {
            ball.centre += dt * ball.velocity;
            ball.radius += dt * ball.growth;
        }
    }
    Box3 bounds() const {
        Box3 box;
        for (const SoftBall& ball : balls)
            if (ball.sign > 0.0f) box.extend(Box3{ball.centre, ball.centre}.padded(ball.radius + softness_));
        return box;
    }

    std::vector<SoftBall> balls;

private:
    // (1 + t) / 2 between 0 and 1, and the direction away from the centre.
    std::pair<Real, Vec3> inside_share(const SoftBall& ball, const Vec3& x) const {
        const Vec3 r = x - ball.centre;
        const Real distance = r.norm();
        const Real t = std::clamp((ball.radius - distance) / softness_, -1.0f, 1.0f);
        return {0.5f * (1.0f + t), distance > 0.0f ? Vec3(r / distance) : Vec3::Zero()};
    }

    Real softness_;
};

// 14 balls that fly through one another in a box and turn round at its walls; lengths in particle spacings d = 1.
inline SoftBalls blobs(std::uint64_t seed) {
    std::vector<SoftBall> balls(14);
    for (std::uint64_t i = 0; i < balls.size(); ++i) {
        balls[i].centre = 5.5f * random_in_cube(seed, 1, i);
        balls[i].velocity = 4.0f * random_in_cube(seed, 2, i);
        balls[i].radius = 2.2f + 0.5f * (2.0f * random_unit(seed, 3, i) - 1.0f);
    }
    return SoftBalls(std::move(balls), 1.25f);
}

inline void turn_round_at_walls(SoftBalls& field, Real wall) {
    for (SoftBall& ball : field.balls)
        for (int a = 0; a < 3; ++a)
            if (ball.centre[a] * ball.velocity[a] > 0.0f && std::abs(ball.centre[a]) > wall) ball.velocity[a] *= -1.0f;
}

// `count` balls in a ball of radius `spread` that grow into one another.
inline SoftBalls growing_balls(std::uint64_t seed, std::uint64_t count, Real spread, Real radius, Real growth) {
    std::vector<SoftBall> balls;
    for (std::uint64_t i = 0; balls.size() < count; ++i) {
        const Vec3 x = random_in_cube(seed, 4, i);
        if (x.norm() > 1.0f) continue;
        balls.push_back({spread * x, radius * (0.8f + 0.4f * random_unit(seed, 5, i)), Vec3::Zero(), growth, 1.0f});
    }
    return SoftBalls(std::move(balls), 1.25f);
}

}  // namespace lamella::test
