// Well-spread points of the unit square as a function of (pixel, sample, dimension): the first two Sobol
// dimensions, shuffled and Owen-scrambled by hashing (Burley 2020, Practical Hash-based Owen Scrambling).
#pragma once

#include <lamella/core/random.hpp>

#include <array>

namespace lamella {

constexpr std::uint32_t reversed_bits(std::uint32_t x) {
    x = (x << 16) | (x >> 16);
    x = ((x & 0x00ff00ffu) << 8) | ((x & 0xff00ff00u) >> 8);
    x = ((x & 0x0f0f0f0fu) << 4) | ((x & 0xf0f0f0f0u) >> 4);
    x = ((x & 0x33333333u) << 2) | ((x & 0xccccccccu) >> 2);
    return ((x & 0x55555555u) << 1) | ((x & 0xaaaaaaaau) >> 1);
}

// The nested uniform scramble of bits in reversed order: each bit depends on lower bits only (Laine and
// Karras 2011, with the constants of Vegdahl 2021).
constexpr std::uint32_t scrambled_reversed(std::uint32_t x, std::uint32_t seed) {
    x ^= x * 0x3d20adeau;
    x += seed;
    x *= (seed >> 16) | 1u;
    x ^= x * 0x05526c56u;
    return x ^ (x * 0x53a22864u);
}

// The second Sobol dimension with its bits reversed, from the index: Pascal's triangle modulo 2.
constexpr std::uint32_t sobol_second_reversed(std::uint32_t index) {
    std::uint32_t x = index;
    x ^= (x >> 1) & 0x55555555u;
    x ^= (x >> 2) & 0x33333333u;
    x ^= (x >> 4) & 0x0f0f0f0fu;
    x ^= (x >> 8) & 0x00ff00ffu;
    return x ^ ((x >> 16) & 0x0000ffffu);
}

// The numbers of one light path; each call takes the next dimension.
class Sampler {
public:
    using Point = std::array<Real, 2>;

    Sampler(std::uint64_t pixel, std::uint32_t sample) : pixel_(splitmix64(pixel)), sample_(reversed_bits(sample)) {}

    Point next() {
        const std::uint64_t bits = splitmix64(pixel_ + ++dimension_);
        const auto seed = static_cast<std::uint32_t>(bits);
        const auto other = static_cast<std::uint32_t>(bits >> 32);
        const std::uint32_t index = reversed_bits(scrambled_reversed(sample_, seed));
        return {unit(scrambled_reversed(index, other)),
                unit(scrambled_reversed(sobol_second_reversed(index), seed * 0x9e3779b9u + other))};
    }

private:
    static constexpr Real unit(std::uint32_t reversed) {
        return static_cast<Real>(reversed_bits(reversed) >> 8) * 0x1p-24f;
    }

    std::uint64_t pixel_;
    std::uint32_t sample_;
    std::uint64_t dimension_ = 0;
};

}  // namespace lamella
