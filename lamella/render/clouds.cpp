#include <lamella/core/random.hpp>
#include <lamella/render/clouds.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr int kOctaves = 5;

Real smooth_step(Real x) { return x * x * (3.0f - 2.0f * x); }

Real lattice_value(std::int64_t x, std::int64_t z, int octave) {
    return random_unit(static_cast<std::uint64_t>(octave), static_cast<std::uint64_t>(x),
                       static_cast<std::uint64_t>(z));
}

// In [0, 1], with a mean of one half.
Real value_noise(Real x, Real z, int octave) {
    const Real left = std::floor(x), near = std::floor(z);
    const auto i = static_cast<std::int64_t>(left), k = static_cast<std::int64_t>(near);
    const Real s = smooth_step(x - left), t = smooth_step(z - near);
    const auto row = [&](std::int64_t line) {
        return (1.0f - s) * lattice_value(i, line, octave) + s * lattice_value(i + 1, line, octave);
    };
    return (1.0f - t) * row(k) + t * row(k + 1);
}

}  // namespace

// Each octave has twice the frequency and half the height of the one before.
Real cloud_share(const Vec3& direction, Real cover) {
    if (cover <= 0.0f || direction.y() <= 0.02f) return 0.0f;
    Real x = 2.2f * direction.x() / (direction.y() + 0.12f);
    Real z = 2.2f * direction.z() / (direction.y() + 0.12f);
    Real sum = 0.0f, height = 0.5f;
    for (int octave = 0; octave < kOctaves; ++octave) {
        sum += height * value_noise(x, z, octave);
        x *= 2.0f;
        z *= 2.0f;
        height *= 0.5f;
    }
    constexpr Real kMiddle = 0.484f, kSpread = 0.17f, kEdge = 0.12f;  // of the sum; width of a cloud's border
    const Real least = kMiddle + kSpread * (1.0f - 2.0f * cover);
    const Real share = smooth_step(std::clamp((sum - least) / kEdge + 0.5f, 0.0f, 1.0f));
    return share * smooth_step(std::clamp((direction.y() - 0.02f) / 0.2f, 0.0f, 1.0f));
}

}  // namespace lamella
