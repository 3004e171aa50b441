// Smooth noise: random vectors at the corners of a lattice of unit cells, blended by the fifth-order curve of
// Perlin 2002.
#pragma once

#include <lamella/core/random.hpp>

#include <cmath>

namespace lamella {

// Each component in [-1, 1].
inline Vec3d smooth_noise(const Vec3d& p, std::uint64_t seed) {
    const Vec3d low = p.array().floor();
    const Vec3d t = p - low;
    const Vec3d s = t.array().cube() * (t.array() * (6.0 * t.array() - 15.0) + 10.0);
    Vec3d sum = Vec3d::Zero();
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1.0;
        std::uint64_t key = 0;
        for (int c = 0; c < 3; ++c) {
            const int up = corner >> c & 1;
            weight *= up ? s[c] : 1.0 - s[c];
            key = splitmix64(key + static_cast<std::uint64_t>(static_cast<std::int64_t>(low[c]) + up));
        }
        sum += weight * random_in_cube(seed, 1, key).cast<double>();
    }
    return sum;
}

}  // namespace lamella
