#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/tracking/soft_balls.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kSoftness = 1.25f;
constexpr Real kSteepest = 0.75f;  // of the smooth step, over (radius - distance) / softness

}  // namespace

void SoftBalls::evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const {
    parallel_for("soft balls", static_cast<Index>(points.size()), [&](Index i) { out[i] = sample(points[i]); });
}

SoftBalls::Share SoftBalls::share_of(const SoftBall& ball, const Vec3& x) const {
    const Vec3 r = x - ball.centre;
    const Real distance = r.norm();
    const Real t = std::clamp((ball.radius - distance) / softness_, -1.0f, 1.0f);
    return {0.5f * (1.0f + t), distance > 0.0f ? Vec3(r / distance) : Vec3::Zero()};
}

LevelSample SoftBalls::sample(const Vec3& x) const {
    LevelSample sum{-0.5f, Vec3::Zero()};
    for (const SoftBall& ball : balls) {
        const auto [u, away] = share_of(ball, x);
        sum.value += ball.sign * u * u * (3.0f - 2.0f * u);
        sum.gradient -= ball.sign * 3.0f * u * (1.0f - u) / softness_ * away;
    }
    sum.value *= softness_ / kSteepest;
    sum.gradient *= softness_ / kSteepest;
    return sum;
}

Vec3 SoftBalls::velocity(const Vec3& x) const {
    Vec3 sum = Vec3::Zero();
    Real weights = 0.0f;
    for (const SoftBall& ball : balls) {
        const auto [u, away] = share_of(ball, x);
        sum += u * (1.0f - u) * (ball.velocity + ball.growth * away);
        weights += u * (1.0f - u);
    }
    return weights > 1e-6f ? Vec3(sum / weights) : Vec3::Zero();
}

void SoftBalls::advance(Real dt) {
    for (SoftBall& ball : balls) {
        ball.centre += dt * ball.velocity;
        ball.radius += dt * ball.growth;
    }
}

void SoftBalls::turn_round_at_walls(Real wall) {
    for (SoftBall& ball : balls)
        for (int a = 0; a < 3; ++a)
            if (ball.centre[a] * ball.velocity[a] > 0.0f && std::abs(ball.centre[a]) > wall) ball.velocity[a] *= -1.0f;
}

Box3 SoftBalls::bounds() const {
    Box3 box;
    for (const SoftBall& ball : balls)
        if (ball.sign > 0.0f) box.extend(Box3{ball.centre, ball.centre}.padded(ball.radius + softness_));
    return box;
}

SoftBalls flying_balls(std::uint64_t seed) {
    std::vector<SoftBall> balls(14);
    for (std::uint64_t i = 0; i < balls.size(); ++i) {
        balls[i].centre = 5.5f * random_in_cube(seed, 1, i);
        balls[i].velocity = 4.0f * random_in_cube(seed, 2, i);
        balls[i].radius = 2.2f + 0.5f * (2.0f * random_unit(seed, 3, i) - 1.0f);
    }
    return SoftBalls(std::move(balls), kSoftness);
}

SoftBalls growing_balls(std::uint64_t seed, std::uint64_t count, Real spread, Real radius, Real growth) {
    std::vector<SoftBall> balls;
    for (std::uint64_t i = 0; balls.size() < count; ++i) {
        const Vec3 x = random_in_cube(seed, 4, i);
        if (x.norm() > 1.0f) continue;
        balls.push_back({spread * x, radius * (0.8f + 0.4f * random_unit(seed, 5, i)), Vec3::Zero(), growth, 1.0f});
    }
    return SoftBalls(std::move(balls), kSoftness);
}

}  // namespace lamella
