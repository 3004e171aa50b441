// Random numbers as a function of counters: the value depends on (seed, stream, counter) only, never on
// the order of calls, so loops over particles give the same bits for any number of threads.
#pragma once

#include <lamella/core/vec.hpp>

#include <cstdint>

namespace lamella {

// The mixing function of Steele, Lea, Flood 2014 (splitmix64).
constexpr std::uint64_t splitmix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    return splitmix64(splitmix64(splitmix64(seed) ^ stream) ^ counter);
}

// Uniform in [0, 1).
constexpr Real random_unit(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    return static_cast<Real>(random_bits(seed, stream, counter) >> 40) * 0x1p-24f;
}

// Uniform in the cube [-1, 1)^3; uses the counters 3 counter + axis.
inline Vec3 random_in_cube(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    const auto at = [&](std::uint64_t axis) { return 2.0f * random_unit(seed, stream, 3 * counter + axis) - 1.0f; };
    return {at(0), at(1), at(2)};
}

}  // namespace lamella
